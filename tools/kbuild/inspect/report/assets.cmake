# The template of the page that `kbuild report` writes. Its parts are files in the sources, which kbuild contains.
set(assets ${CMAKE_CURRENT_LIST_DIR})
set(parts ${assets}/page.html ${assets}/style.css ${assets}/script.js)

# base64(HEX OUT): the content security policy of the page names its style and script by their
# SHA-256 in base64, so that nothing else in it can ever run.
function(base64 hex out)
  set(alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(text "")
  foreach(at RANGE 0 60 6) # 3 bytes, which are 4 digits; of the last group, 2 bytes and 3 digits
    string(SUBSTRING "${hex}00" ${at} 6 group)
    foreach(shift 18 12 6 0)
      math(EXPR digit "(0x${group} >> ${shift}) & 63")
      string(SUBSTRING ${alphabet} ${digit} 1 letter)
      string(APPEND text ${letter})
    endforeach()
  endforeach()
  string(REGEX REPLACE ".$" "=" text ${text})
  set(${out} ${text} PARENT_SCOPE)
endfunction()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${parts})
file(SHA256 ${assets}/style.css style)
file(SHA256 ${assets}/script.js script)
base64(${style} style)
base64(${script} script)
set_source_files_properties(inspect/report.c PROPERTIES
  OBJECT_DEPENDS "${parts}"
  COMPILE_DEFINITIONS
  "REPORT_ASSETS=\"${assets}\";REPORT_STYLE_SHA256=\"${style}\";REPORT_SCRIPT_SHA256=\"${script}\"")
