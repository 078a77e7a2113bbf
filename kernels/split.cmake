# From a package to what is installed of it: a file for each module and target, and headers that embed none.
# cmake -DKBUILD=program -DFROM=package -DINTO=directory -P split.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB bundles ${FROM}/*.hsaco)
file(REMOVE_RECURSE ${INTO})
execute_process(COMMAND ${KBUILD} extract --quiet -o ${INTO}/images ${bundles} COMMAND_ERROR_IS_FATAL ANY)
foreach(bundle IN LISTS bundles)
  cmake_path(GET bundle STEM module)
  string(TOUPPER ${module} upper)
  file(WRITE ${INTO}/${module}.hsaco.h
"/* Module ${module}: its images are files beside the library. */
#define ${module}_hsaco ((const unsigned char *)0)
#define ${upper}_HSACO_SIZE 0
#define ${module}_hsaco_images ((const struct krt_image *)0)
#define ${upper}_HSACO_IMAGE_COUNT 0
")
endforeach()
file(COPY ${FROM}/kernels.c ${FROM}/kernels.h DESTINATION ${INTO})
