#[=======================================================================[
kbuild_add_kernels(TARGET <name>
                   SOURCES <file>... | MANIFEST <kernels.yaml>
                   TARGETS <gfx...>...
                   [PACKAGE <name>] [OUTPUT_DIRECTORY <dir>]
                   [EMBED string|incbin|c23|array] [COMPRESS none|zstd]
                   [INCLUDE_DIRECTORIES <dir>...] [DEFINES <name[=value]>...] [FLAGS <flag>...]
                   [STD <c++17>] [OPTIMIZE <3>] [CUDA_ARCH <900>]
                   [CLANG <program or version>] [HIPCC <program>] [LAUNCHER <program>])

Adds the library <name>: kernels as code objects for each of TARGETS, a table of them, and a typed
function that launches each. A target that links it includes "<package>.h".

Every module is compiled for every target by a command of its own in this project's graph. Each of
SOURCES is a module; with MANIFEST its modules are, and TARGETS may be left to it. What `kbuild build`
calls by the same names is described by `kbuild build --help` and docs/manifest.md.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25) # CMP0116: names in depfiles

# The options of `kbuild plan` for what the caller said: <options> is "keyword;option;..." and each
# value of the keyword is given behind the option.
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

function(kbuild_add_kernels)
  set(single TARGET MANIFEST PACKAGE OUTPUT_DIRECTORY EMBED COMPRESS STD OPTIMIZE CUDA_ARCH CLANG
             HIPCC LAUNCHER)
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
    message(FATAL_ERROR "kbuild_add_kernels(${arg_TARGET}): wants either SOURCES or MANIFEST")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT C IN_LIST languages)
    message(FATAL_ERROR
      "kbuild_add_kernels(${arg_TARGET}): needs the language C: project(... LANGUAGES C CXX)")
  endif()
  if(arg_SOURCES AND NOT arg_PACKAGE)
    set(arg_PACKAGE ${arg_TARGET})
  endif()
  foreach(program CLANG HIPCC LAUNCHER) # where the steps run, a relative path would mislead
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

  list(JOIN arg_TARGETS "," targets)
  _kbuild_plan_options(options arg
    PACKAGE --package= INCLUDE_DIRECTORIES -I DEFINES -D FLAGS --flag= EMBED --embed=
    COMPRESS --compress= STD --std= OPTIMIZE -O CUDA_ARCH --cuda-arch= CLANG --clang=
    HIPCC --hipcc= LAUNCHER --launcher=)
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

  # CMake's Makefiles (3.25) add what a depfile says to what an earlier one said, for ever: a header that
  # is gone would be a reason to compile at every build. Without this file they are read afresh.
  set(KBUILD_AFTER_DEPFILE)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    set(KBUILD_AFTER_DEPFILE COMMAND ${CMAKE_COMMAND} -E rm -f
        ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${arg_TARGET}_package.dir/compiler_depend.internal)
  endif()
  include(${graph})
  add_custom_target(${arg_TARGET}_package DEPENDS ${KBUILD_PUBLISHED})
  set_source_files_properties(${KBUILD_PACKAGE} PROPERTIES GENERATED TRUE)
  set(package_sources ${KBUILD_PACKAGE})
  list(FILTER package_sources INCLUDE REGEX "\\.c$")
  add_library(${arg_TARGET} STATIC ${package_sources})
  add_dependencies(${arg_TARGET} ${arg_TARGET}_package)
  set_target_properties(${arg_TARGET} PROPERTIES LINKER_LANGUAGE C POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${arg_TARGET} PUBLIC ${output})
  target_link_libraries(${arg_TARGET} PUBLIC kbuild::krt)
endfunction()
cmake_policy(POP)
