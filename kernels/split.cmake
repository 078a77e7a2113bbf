# From a package to what is installed of it: a file for each module and target, and headers that embed none but
# know the checksum of each.
# cmake -DKBUILD=program -DFROM=package -DINTO=directory -P split.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB bundles ${FROM}/*.hsaco)
file(REMOVE_RECURSE ${INTO})
execute_process(COMMAND ${KBUILD} extract --quiet -o ${INTO}/images ${bundles} COMMAND_ERROR_IS_FATAL ANY)
foreach(bundle IN LISTS bundles)
  cmake_path(GET bundle FILENAME name)
  execute_process(COMMAND ${KBUILD} embed --embed=files -o ${INTO}/${name}.h ${bundle} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(COPY ${FROM}/kernels.c ${FROM}/kernels.h ${FROM}/kernels.build.h DESTINATION ${INTO})
