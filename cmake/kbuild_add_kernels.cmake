#[=======================================================================[
kbuild_add_kernels(TARGET <name>
                   SOURCES <file>... | MANIFEST <kernels.yaml>
                   [TARGETS <gfx...>...]
                   [PACKAGE <name>] [OUTPUT_DIRECTORY <dir>]
                   [EMBED string|incbin|c23|archive] [COMPRESS none|zstd] [ARCHIVES <dir>]
                   [INCLUDE_DIRECTORIES <dir>...] [DEFINES <name[=value]>...] [FLAGS <flag>...]
                   [STD <c++17>] [OPTIMIZE <3>] [CUDA_ARCH <900>]
                   [CLANG <program or version>] [HIPCC <program>] [NVCC <program>] [LAUNCHER <program>])

Adds the library <name>: kernels as code objects for each of TARGETS, a table of them, and a typed
function that launches each. A target that links it includes "<package>.h".

Each file of SOURCES is a module; with MANIFEST, the manifest lists the modules. A command of its own in
this project's graph compiles each module for each target. Without TARGETS, CMAKE_HIP_ARCHITECTURES or the
manifest lists the GPUs. `kbuild build --help` and docs/manifest.md describe the other arguments, which
have the same names there.

With ARCHIVES the code is not in the library but in archives, <dir>/<package>.<family>.krt, from the current
binary directory. A program there finds those in <dir> "." or "krt".

Device code gets the include directories and the compile definitions of <name>, also those of the
libraries that <name> links, and the flags of the build type. INCLUDE_DIRECTORIES, DEFINES and FLAGS may
have generator expressions.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25) # CMP0116: names in depfiles

# _kbuild_plan_options(OUT PREFIX KEYWORD OPTION...): sets OUT to options of `kbuild plan`, OPTIONvalue
# for each value that the caller gave with KEYWORD.
function(_kbuild_plan_options out prefix)
  set(arguments)
  while(ARGN)
    list(POP_FRONT ARGN keyword option)
    foreach(value IN LISTS ${prefix}_${keyword})
      list(APPEND arguments "${option}${value}")
    endforeach()
  endwhile()
  set(${out} "${arguments}" PARENT_SCOPE)
endfunction()

# The flags of a build type if CMAKE_HIP_FLAGS_<TYPE> is not set: those of CMake's HIP language.
set(_KBUILD_FLAGS_DEBUG "-O1 -g")
set(_KBUILD_FLAGS_RELEASE "-O3 -DNDEBUG")
set(_KBUILD_FLAGS_RELWITHDEBINFO "-O2 -g -DNDEBUG")
set(_KBUILD_FLAGS_MINSIZEREL "-Os -DNDEBUG")

# Writes the options that CMake knows only at generate time into a file, which the compile steps read.
function(_kbuild_compile_options target)
  separate_arguments(options UNIX_COMMAND "${CMAKE_HIP_FLAGS}")
  list(TRANSFORM options PREPEND --flag=)
  foreach(type IN LISTS CMAKE_BUILD_TYPE CMAKE_CONFIGURATION_TYPES)
    string(TOUPPER "${type}" upper)
    if(DEFINED CMAKE_HIP_FLAGS_${upper})
      separate_arguments(flags UNIX_COMMAND "${CMAKE_HIP_FLAGS_${upper}}")
    else()
      separate_arguments(flags UNIX_COMMAND "${_KBUILD_FLAGS_${upper}}")
    endif()
    list(TRANSFORM flags REPLACE "(.+)" "$<$<CONFIG:${type}>:--flag=\\1>")
    list(APPEND options ${flags})
  endforeach()
  set_property(TARGET ${target} PROPERTY KBUILD_OPTIONS ${options} ${ARGN})

  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(language C)
  if(CXX IN_LIST languages)
    set(language CXX)
  endif()
  # As with other languages, the compiler's own directories are left out: naming them changes their order.
  set(implicit ${CMAKE_${language}_IMPLICIT_INCLUDE_DIRECTORIES} /usr/include)
  list(TRANSFORM implicit REPLACE "([+.])" "[\\1]")
  list(JOIN implicit "|" implicit)
  set(own "$<TARGET_GENEX_EVAL:${target},$<TARGET_PROPERTY:${target},KBUILD_OPTIONS>>")
  set(defines "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(include "$<FILTER:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>,EXCLUDE,^(${implicit})$>")
  file(GENERATE OUTPUT ${work}/options.$<COMPILE_LANGUAGE>.$<CONFIG>
       CONTENT "-D$<JOIN:${defines},\n-D>\n-I$<JOIN:${include},\n-I>\n$<JOIN:${own},\n>\n"
       TARGET ${target}) # in this order, or CMake 3.25 runs out of memory
  set(file ${work}/options.${language}.$<CONFIG>)
  set(KBUILD_COMPILE_OPTIONS --options ${file} PARENT_SCOPE)
  set(KBUILD_COMPILE_DEPENDS ${file} PARENT_SCOPE)
endfunction()

function(kbuild_add_kernels)
  set(single TARGET MANIFEST PACKAGE OUTPUT_DIRECTORY EMBED COMPRESS ARCHIVES STD OPTIMIZE CUDA_ARCH CLANG
             HIPCC NVCC LAUNCHER)
  set(several SOURCES TARGETS INCLUDE_DIRECTORIES DEFINES FLAGS)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "${single}" "${several}")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kbuild_add_kernels: not understood: ${arg_UNPARSED_ARGUMENTS}")
  elseif(NOT arg_TARGET)
    message(FATAL_ERROR "kbuild_add_kernels: TARGET is missing")
  elseif(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR
      "kbuild_add_kernels(${arg_TARGET}): no value for ${arg_KEYWORDS_MISSING_VALUES}")
  elseif(arg_SOURCES AND arg_MANIFEST OR NOT (arg_SOURCES OR arg_MANIFEST))
    message(FATAL_ERROR "kbuild_add_kernels(${arg_TARGET}): give either SOURCES or MANIFEST")
  endif()
  if(arg_ARCHIVES AND arg_EMBED AND NOT arg_EMBED STREQUAL "archive")
    message(FATAL_ERROR "kbuild_add_kernels(${arg_TARGET}): ARCHIVES goes with EMBED archive only")
  elseif(arg_ARCHIVES)
    set(arg_EMBED archive)
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT C IN_LIST languages)
    message(FATAL_ERROR
      "kbuild_add_kernels(${arg_TARGET}): needs the language C: project(... LANGUAGES C CXX)")
  endif()
  if(arg_SOURCES AND NOT arg_PACKAGE)
    set(arg_PACKAGE ${arg_TARGET})
  endif()
  foreach(program CLANG HIPCC NVCC LAUNCHER) # the steps run in another directory, so make paths absolute
    if(arg_${program} MATCHES "/")
      get_filename_component(arg_${program} "${arg_${program}}" ABSOLUTE)
    endif()
  endforeach()
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY ${arg_TARGET}.kernels)
  endif()
  get_filename_component(output "${arg_OUTPUT_DIRECTORY}" ABSOLUTE BASE_DIR
                         ${CMAKE_CURRENT_BINARY_DIR})
  set(work ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${arg_TARGET}.kbuild)
  set(graph ${work}/graph.cmake)

  if(NOT arg_TARGETS AND CMAKE_HIP_ARCHITECTURES)
    set(arg_TARGETS ${CMAKE_HIP_ARCHITECTURES})
  endif()
  list(JOIN arg_TARGETS "," targets)
  # The flags of the call come after those of the build type. `kbuild plan` checks the include directories
  # that have no generator expression.
  set(known ${arg_INCLUDE_DIRECTORIES})
  list(FILTER known EXCLUDE REGEX "\\$<")
  list(FILTER arg_INCLUDE_DIRECTORIES INCLUDE REGEX "\\$<")
  if(arg_OPTIMIZE)
    list(PREPEND arg_FLAGS -O${arg_OPTIMIZE})
  endif()
  _kbuild_plan_options(late arg INCLUDE_DIRECTORIES -I DEFINES -D FLAGS --flag=)
  set(arg_INCLUDE_DIRECTORIES ${known})
  _kbuild_plan_options(options arg
    PACKAGE --package= INCLUDE_DIRECTORIES -I EMBED --embed= COMPRESS --compress= STD --std=
    OPTIMIZE -O CUDA_ARCH --cuda-arch= CLANG --clang= HIPCC --hipcc= NVCC --nvcc= LAUNCHER --launcher=)
  if(targets)
    list(APPEND options --targets=${targets})
  endif()
  get_target_property(program kbuild::kbuild LOCATION)
  execute_process(
    COMMAND ${program} plan --cmake ${graph} --build-dir ${work} -o ${output} ${options} --
            ${arg_MANIFEST} ${arg_SOURCES}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(result)
    string(STRIP "${said}" said)
    message(FATAL_ERROR "kbuild_add_kernels(${arg_TARGET}): ${said}")
  elseif(said)
    message(WARNING "kbuild_add_kernels(${arg_TARGET}): ${said}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${program} ${arg_MANIFEST})

  # CMake's Makefiles (3.25) never forget the dependencies of an earlier depfile: a header that was removed
  # would cause a compile at every build. Without this file CMake reads the depfiles anew.
  set(KBUILD_AFTER_DEPFILE)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(KBUILD_AFTER_DEPFILE COMMAND ${CMAKE_COMMAND} -E rm -f
        ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${arg_TARGET}_package.dir/compiler_depend.internal)
  endif()
  add_library(${arg_TARGET} STATIC)
  _kbuild_compile_options(${arg_TARGET} ${late})
  include(${graph})
  set(packed)
  if(arg_ARCHIVES)
    set(packed ${work}/packed)
    get_filename_component(archives "${arg_ARCHIVES}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
    add_custom_command(OUTPUT ${packed} DEPENDS ${KBUILD_PUBLISHED} ${program}
      COMMAND ${program} pack ${output} -o ${archives} COMMAND ${CMAKE_COMMAND} -E touch ${packed}
      COMMENT "pack ${arg_TARGET}" VERBATIM)
  endif()
  add_custom_target(${arg_TARGET}_package DEPENDS ${KBUILD_PUBLISHED} ${packed})
  set_source_files_properties(${KBUILD_PACKAGE} PROPERTIES GENERATED TRUE)
  set(package_sources ${KBUILD_PACKAGE})
  list(FILTER package_sources INCLUDE REGEX "\\.c$")
  target_sources(${arg_TARGET} PRIVATE ${package_sources})
  set_source_files_properties(${package_sources} PROPERTIES INCLUDE_DIRECTORIES "${output}") # .incbin
  string(REGEX REPLACE "\\.c$" ".h" header "${package_sources}")
  add_dependencies(${arg_TARGET} ${arg_TARGET}_package)
  set_target_properties(${arg_TARGET} PROPERTIES LINKER_LANGUAGE C POSITION_INDEPENDENT_CODE ON
                        PUBLIC_HEADER "${header}")
  target_include_directories(${arg_TARGET} INTERFACE $<BUILD_INTERFACE:${output}>)
  target_link_libraries(${arg_TARGET} PUBLIC kbuild::krt)
endfunction()
cmake_policy(POP)
