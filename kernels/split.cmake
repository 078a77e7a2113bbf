# From a package to what is installed of it: archives of its code objects, and headers that embed none but know the
# checksum of each.
# cmake -DKBUILD=program -DPACKAGE=name -DFROM=package -DINTO=directory -DARCHIVES=directory -P split.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB bundles ${FROM}/*.hsaco)
file(GLOB archives ${ARCHIVES}/${PACKAGE}.*.krt)
file(REMOVE_RECURSE ${INTO} ${archives})
execute_process(COMMAND ${KBUILD} pack ${FROM} -o ${ARCHIVES} COMMAND_ERROR_IS_FATAL ANY)
foreach(bundle IN LISTS bundles)
  cmake_path(GET bundle FILENAME name)
  execute_process(COMMAND ${KBUILD} embed --package=${PACKAGE} --embed=archive -o ${INTO}/${name}.h ${bundle} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(GLOB sources ${FROM}/*.source.h)
file(COPY ${FROM}/${PACKAGE}.c ${FROM}/${PACKAGE}.h ${FROM}/${PACKAGE}.build.h ${sources} DESTINATION ${INTO})
