# Man pages, made from the option tables when kbuild is built.
add_executable(kbuild-manual manual/man.c)
target_include_directories(kbuild-manual PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
target_link_libraries(kbuild-manual PRIVATE commands)
target_compile_definitions(kbuild-manual PRIVATE KBUILD_LIBDIR="${CMAKE_INSTALL_FULL_LIBDIR}"
                                                 KBUILD_DATADIR="${CMAKE_INSTALL_FULL_DATADIR}")

set(prose ${PROJECT_SOURCE_DIR}/docs/man)
set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual/share)
file(GLOB pages CONFIGURE_DEPENDS ${prose}/*)
add_custom_command(
  OUTPUT ${manual}/stamp
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND kbuild-manual ${prose} ${manual}
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/stamp
  DEPENDS kbuild-manual ${pages} VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}/stamp)

# Completions, which ask `kbuild --complete`. Debian's own packages have zsh's completions in vendor-completions.
set(KBUILD_ZSH_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "Where zsh's completion is installed")
install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES manual/kbuild.bash RENAME kbuild
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES manual/_kbuild DESTINATION ${KBUILD_ZSH_DIR})
install(FILES manual/kbuild.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
