# Run by the build (tools/page.cmake): installs the modules that web/package-lock.json names, builds
# the page into OUT, and writes SOURCE, which embeds it.
include(${CMAKE_CURRENT_LIST_DIR}/embed_files.cmake)

set(installed ${WEB}/node_modules/.package-lock.json)
if(NOT EXISTS ${installed} OR ${WEB}/package-lock.json IS_NEWER_THAN ${installed})
  execute_process(
    COMMAND ${NPM} ci --no-audit --no-fund
    WORKING_DIRECTORY ${WEB}
    OUTPUT_VARIABLE said
    ERROR_VARIABLE said
    RESULT_VARIABLE status)
  if(NOT status)
    file(TOUCH ${installed})
  endif()
endif()
if(NOT status)
  execute_process(
    COMMAND ${NODE} ${WEB}/build.mjs --out ${OUT} --rules ${RULES} --engine ${ENGINE}
    OUTPUT_VARIABLE said
    ERROR_VARIABLE said
    RESULT_VARIABLE status)
endif()
set(files "")
if(status)
  if(REQUIRED STREQUAL "ON")
    message(FATAL_ERROR "the page could not be built:\n${said}")
  endif()
  message(WARNING "the page could not be built; everything else works:\n${said}")
else()
  file(GLOB files ${OUT}/*)
  # Large, and hardly anybody asks for it unpacked.
  if(EMBED_ENGINE)
    list(FILTER files EXCLUDE REGEX "[.](wasm|net|proof|jsonl)$")
  else()
    list(FILTER files EXCLUDE REGEX "[.](wasm|net|proof|jsonl)([.]gz)?$")
  endif()
endif()
tabuleiro_write_embedded(${SOURCE} ${NAMESPACE} client_files ${files})
file(TOUCH ${SOURCE})
if(status)
  # Older than what it was made of: the next build tries again.
  execute_process(COMMAND touch -d @0 ${SOURCE})
endif()
