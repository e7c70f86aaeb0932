# The page is built by Node as a part of the build, and embedded in the program.
#
# TABULEIRO_PAGE=AUTO  where Node 18 or newer is found; a page that cannot be built (no way to the
#                      modules, say) is told, the program is made without it, and the next build
#                      tries again
# TABULEIRO_PAGE=ON    or the build fails
# TABULEIRO_PAGE=OFF   without it
#
# The engine for browsers and what it reads are embedded packed, or with TABULEIRO_EMBED_ENGINE=OFF not at all: then they are
# installed as files, which several programs share.
include(${CMAKE_CURRENT_LIST_DIR}/embed_files.cmake)

# tabuleiro_embed_page(TARGET NAMESPACE ROOT...): with the rules of the games of every ROOT.
function(tabuleiro_embed_page target namespace)
  find_program(TABULEIRO_NODE node)
  find_program(TABULEIRO_NPM npm)
  set(with_page OFF)
  if(NOT TABULEIRO_PAGE STREQUAL "OFF" AND TABULEIRO_NODE AND TABULEIRO_NPM)
    execute_process(COMMAND ${TABULEIRO_NODE} --version OUTPUT_VARIABLE version)
    if(version MATCHES "^v([0-9]+)" AND CMAKE_MATCH_1 GREATER_EQUAL 18)
      set(with_page ON)
    endif()
  endif()
  if(TABULEIRO_PAGE STREQUAL "ON" AND NOT with_page)
    message(FATAL_ERROR "the page needs Node 18 and npm (Debian: nodejs npm); or set TABULEIRO_PAGE=OFF")
  endif()
  if(NOT with_page)
    message(STATUS "The program is made without its page (TABULEIRO_PAGE, Node 18 and npm)")
    tabuleiro_embed_files(${target} ${namespace} client_files)
  else()
    set(source ${PROJECT_BINARY_DIR}/generated/client_files.cc)
    file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*
         ${PROJECT_SOURCE_DIR}/web/css/* ${PROJECT_SOURCE_DIR}/src/text/catalogue/* ${PROJECT_SOURCE_DIR}/src/engine/ladder.json
         ${PROJECT_SOURCE_DIR}/src/games/colours.json ${PROJECT_SOURCE_DIR}/src/api/contract/*)
    set(rules ${ARGN})
    list(TRANSFORM rules APPEND /docs/rules)
    foreach(folder ${rules})
      file(GLOB texts CONFIGURE_DEPENDS ${folder}/*.md)
      list(APPEND inputs ${texts})
    endforeach()
    foreach(folder ${rules})
      file(GLOB reports CONFIGURE_DEPENDS ${folder}/../lab/*.html)
      list(APPEND inputs ${reports})
    endforeach()
    list(JOIN rules ":" rules)
    file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*)
    list(FILTER scripts EXCLUDE REGEX "/(node_modules|src|css|test|e2e|dev)$")
    # The engine for browsers, where this build makes it; the page does without it where it does not.
    set(engine ${PROJECT_BINARY_DIR}/wasm/engine.wasm)
    if(TARGET engine_wasm)
      file(GLOB data CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/nets/*.net ${PROJECT_SOURCE_DIR}/proofs/*.proof
           ${PROJECT_SOURCE_DIR}/src/puzzles/sets/*.jsonl)
      set_source_files_properties(${engine} PROPERTIES GENERATED ON)
      list(APPEND inputs engine_wasm ${engine} ${data})
    endif()
    add_custom_command(
      OUTPUT ${source}
      COMMAND
        ${CMAKE_COMMAND} -DNODE=${TABULEIRO_NODE} -DNPM=${TABULEIRO_NPM} -DREQUIRED=${TABULEIRO_PAGE}
        -DWEB=${PROJECT_SOURCE_DIR}/web -DOUT=${PROJECT_BINARY_DIR}/page -DSOURCE=${source}
        -DNAMESPACE=${namespace} -DRULES=${rules} -DENGINE=${engine} -DEMBED_ENGINE=${TABULEIRO_EMBED_ENGINE} -P ${PROJECT_SOURCE_DIR}/tools/build_page.cmake
      DEPENDS ${inputs} ${scripts} ${PROJECT_SOURCE_DIR}/tools/build_page.cmake
              ${PROJECT_SOURCE_DIR}/tools/embed_files.cmake
      COMMENT "Building the page"
      VERBATIM)
    # A change of the page compiles nothing else.
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(${target} PRIVATE ${source})
  endif()
  set(TABULEIRO_HAS_PAGE ${with_page} CACHE INTERNAL "Is the page part of the build?")
endfunction()
