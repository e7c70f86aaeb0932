# `cmake --install`: the program, and the libraries of the rules and the engine for other programs:
#
#   find_package(Tabuleiro REQUIRED)
#   target_link_libraries(mine PRIVATE Tabuleiro::rules)    # or Tabuleiro::engine, or
#                                      # Tabuleiro::wide for many random playouts
#
# Headers are included as here: #include "games/position.h". tests/consumer is such a program.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(NOT TABULEIRO_PROCESSOR)
  install(TARGETS tabuleiro RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
if(NOT TABULEIRO_EMBED_PROOFS)
  # Some are larger than all the rest: whoever packs the program may leave them out.
  set(large_proof 1048576)
  foreach(proof ${proofs})
    file(SIZE ${proof} bytes)
    set(component program)
    if(bytes GREATER large_proof)
      set(component proofs)
    endif()
    install(FILES ${proof} DESTINATION ${CMAKE_INSTALL_DATADIR}/tabuleiro/proofs
            COMPONENT ${component})
  endforeach()
endif()

if(NOT TABULEIRO_EMBED_NETS)
  install(FILES ${nets} DESTINATION ${CMAKE_INSTALL_DATADIR}/tabuleiro/nets COMPONENT program)
endif()

if(NOT TABULEIRO_EMBED_ENGINE AND TABULEIRO_HAS_PAGE)
  foreach(kind wasm net jsonl proof)
    set(component program)
    if(kind STREQUAL proof)
      set(component proofs)
    endif()
    install(DIRECTORY ${PROJECT_BINARY_DIR}/page/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tabuleiro/page
            COMPONENT ${component} FILES_MATCHING PATTERN "*.${kind}.gz")
  endforeach()
endif()

if(NOT TABULEIRO_PROCESSOR OR TABULEIRO_PLAIN_BUILD)
  install(DIRECTORY ${manual}/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR} COMPONENT program)
endif()

# Of the two builds that a package is made of, that for every x86-64 has the libraries.
if(TABULEIRO_PLAIN_BUILD)
  return()
endif()
set(libraries core text games wide eval search registry engine)
list(TRANSFORM libraries PREPEND tabuleiro_ OUTPUT_VARIABLE library_targets)
set_target_properties(tabuleiro_core PROPERTIES EXPORT_NAME core)
set_target_properties(tabuleiro_text PROPERTIES EXPORT_NAME text)
set_target_properties(tabuleiro_games PROPERTIES EXPORT_NAME rules)
set_target_properties(tabuleiro_wide PROPERTIES EXPORT_NAME wide)
set_target_properties(tabuleiro_eval PROPERTIES EXPORT_NAME eval)
set_target_properties(tabuleiro_search PROPERTIES EXPORT_NAME search)
set_target_properties(tabuleiro_registry PROPERTIES EXPORT_NAME registry)
set_target_properties(tabuleiro_engine PROPERTIES EXPORT_NAME engine)
install(TARGETS ${library_targets} EXPORT TabuleiroTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT development)
foreach(folder ${source_folders})
  foreach(library ${libraries})
    if(EXISTS ${folder}/${library})
      install(DIRECTORY ${folder}/${library} DESTINATION include/tabuleiro COMPONENT development
              FILES_MATCHING PATTERN "*.h")
    endif()
  endforeach()
endforeach()
install(DIRECTORY ${generated}/ DESTINATION include/tabuleiro COMPONENT development
        FILES_MATCHING PATTERN "*.h")

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Tabuleiro)
install(EXPORT TabuleiroTargets NAMESPACE Tabuleiro:: DESTINATION ${package} COMPONENT development)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/TabuleiroConfig.cmake CONTENT [[
include(CMakeFindDependencyMacro)
find_dependency(nlohmann_json 3.11)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/TabuleiroTargets.cmake)
]] @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TabuleiroConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/TabuleiroConfig.cmake
              ${PROJECT_BINARY_DIR}/TabuleiroConfigVersion.cmake DESTINATION ${package}
        COMPONENT development)
