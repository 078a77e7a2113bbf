# cpack runs this before it makes a package: adds the files that Debian requires in every package.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
set(doc ${share}/doc/${CPACK_PACKAGE_NAME})
configure_file(${CPACK_KBUILD_SOURCE}/LICENSE ${doc}/copyright COPYONLY NO_SOURCE_PERMISSIONS)
configure_file(${CPACK_KBUILD_SOURCE}/CHANGELOG.md ${doc}/changelog COPYONLY NO_SOURCE_PERMISSIONS)
file(STRINGS ${CPACK_KBUILD_SOURCE}/package/lintian-overrides overrides REGEX "^${CPACK_PACKAGE_NAME}: ")
list(JOIN overrides "\n" overrides)
file(WRITE ${share}/lintian/overrides/${CPACK_PACKAGE_NAME} "${overrides}\n")

execute_process(COMMAND date -u -R -d ${CPACK_KBUILD_DATE} OUTPUT_VARIABLE date
                COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${doc}/changelog.Debian
"${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) bookworm; urgency=medium

  * See changelog.gz for the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}")

file(GLOB pages ${share}/man/man*/*)
execute_process(COMMAND gzip -9n ${pages} ${doc}/changelog ${doc}/changelog.Debian
                COMMAND_ERROR_IS_FATAL ANY)
