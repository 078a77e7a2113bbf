# cpack runs this on the packages that it made. In its package of debug symbols, md5sums has the paths of the
# build; this script replaces them by the installed paths.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(NOT package MATCHES "-dbgsym_[^/]*$")
    continue()
  endif()
  set(tree ${CPACK_TEMPORARY_DIRECTORY}.symbols)
  file(REMOVE_RECURSE ${tree})
  execute_process(COMMAND dpkg-deb -R ${package} ${tree} COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${tree}/DEBIAN/md5sums sums)
  string(REGEX REPLACE "  [^\n]*-dbgsym/usr/" "  usr/" sums "${sums}")
  file(WRITE ${tree}/DEBIAN/md5sums "${sums}")
  execute_process(COMMAND dpkg-deb -Zgzip --root-owner-group -b ${tree} ${package} OUTPUT_QUIET
                  COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE ${tree})
endforeach()
