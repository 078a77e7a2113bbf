# kbuild inside another project, through add_subdirectory() or FetchContent: defines the same targets and
# the same function as find_package(kbuild). kbuild_add_kernels() runs the kbuild program while CMake
# configures, so the program is built before, in a build tree of its own.
set(KBUILD_PROGRAM "" CACHE FILEPATH "The kbuild program to use; if empty, CMake builds it when it configures")
if(NOT KBUILD_PROGRAM)
  set(tool ${PROJECT_BINARY_DIR}/tool)
  set(generator ${CMAKE_GENERATOR})
  if(generator MATCHES "Multi-Config")
    set(generator Ninja)
  endif()
  set(options -DCMAKE_BUILD_TYPE=RelWithDebInfo -DKBUILD_WERROR=OFF -DKBUILD_EMULATOR=OFF
              -DKBUILD_TESTS=OFF -DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}
              -DCMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER})
  if(NOT CMAKE_CROSSCOMPILING)
    list(APPEND options -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} -DCMAKE_C_FLAGS=${CMAKE_C_FLAGS})
  endif()
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  message(STATUS "Building the kbuild program, which plans the builds of kernels")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR} -B ${tool} -G ${generator} ${options}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${tool} --target kbuild --parallel ${cores}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  set(KBUILD_PROGRAM ${tool}/tools/kbuild/kbuild)
endif()
add_executable(kbuild::kbuild IMPORTED GLOBAL)
set_target_properties(kbuild::kbuild PROPERTIES IMPORTED_LOCATION ${KBUILD_PROGRAM})
foreach(library krt krt_static krt_ops krt_ops_static hipemu)
  if(TARGET ${library})
    add_library(kbuild::${library} ALIAS ${library})
  endif()
endforeach()
add_library(krt::krt ALIAS krt)
include(${CMAKE_CURRENT_LIST_DIR}/kbuild_add_kernels.cmake)
