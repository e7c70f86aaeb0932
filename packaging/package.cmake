# Debian packages by CPack; tools/package makes them from two builds:
#
#   tabuleiro          a program for every x86-64 and a faster one for newer processors, chosen at
#                      start (launcher.cc), what they share, and the service
#   tabuleiro-proofs   the larger proofs
#   libtabuleiro-dev   the libraries of the rules and the engine for other programs (tools/install.cmake)
#
# TABULEIRO_PROCESSOR says whose build this is; TABULEIRO_PLAIN_BUILD is the folder of the other.
if(NOT TABULEIRO_PROCESSOR)
  return()
endif()
install(PROGRAMS $<TARGET_FILE:tabuleiro> DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/tabuleiro
        RENAME tabuleiro-${TABULEIRO_PROCESSOR} COMPONENT program)
set(TABULEIRO_PLAIN_BUILD "" CACHE PATH "The build for every x86-64 that goes into the same package")
if(NOT TABULEIRO_PLAIN_BUILD)
  # As Debian has static libraries.
  install(CODE [[
    file(GLOB archives "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/*/libtabuleiro_*.a")
    execute_process(COMMAND strip --strip-debug --enable-deterministic-archives --remove-section=.comment
                            --remove-section=.note ${archives} COMMAND_ERROR_IS_FATAL ANY)
  ]] COMPONENT development)
  return()
endif()

add_executable(launcher ${CMAKE_CURRENT_LIST_DIR}/launcher.cc)
target_link_options(launcher PRIVATE -static-libstdc++ -static-libgcc)
set_target_properties(launcher PROPERTIES OUTPUT_NAME tabuleiro RUNTIME_OUTPUT_DIRECTORY
                                          ${PROJECT_BINARY_DIR}/launcher)
install(TARGETS launcher RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/tabuleiro.conf DESTINATION /etc/tabuleiro COMPONENT program)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/systemd/tabuleiro.service DESTINATION /lib/systemd/system
        COMPONENT program)

install(FILES ${CMAKE_CURRENT_LIST_DIR}/nginx/tabuleiro.conf
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tabuleiro/examples/nginx COMPONENT program)

# Debian packs its man pages.
install(CODE [[
  file(GLOB_RECURSE pages "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/share/man/*.1")
  if(pages)
    execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
  endif()
]] COMPONENT program)

# What Debian asks of every package: who may do what with it, and what changed.
set(written ${PROJECT_BINARY_DIR}/packaging)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # that of SOURCE_DATE_EPOCH
foreach(name tabuleiro tabuleiro-proofs libtabuleiro-dev)
  file(CONFIGURE OUTPUT ${written}/${name}/changelog CONTENT "@name@ (@PROJECT_VERSION@) stable; urgency=medium

  * Version @PROJECT_VERSION@.

 -- Tabuleiro developers <developers@tabuleiro.invalid>  @date@
" @ONLY)
  execute_process(COMMAND gzip -9nkf ${written}/${name}/changelog COMMAND_ERROR_IS_FATAL ANY)
  set(component program)
  if(name STREQUAL tabuleiro-proofs)
    set(component proofs)
  elseif(name STREQUAL libtabuleiro-dev)
    set(component development)
  endif()
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/debian/copyright ${written}/${name}/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md RENAME NEWS.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tabuleiro COMPONENT program)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "Tabuleiro developers <developers@tabuleiro.invalid>")
set(CPACK_SET_DESTDIR ON)  # some files lie outside the prefix
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
                                                GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_INSTALL_CMAKE_PROJECTS
    "${PROJECT_BINARY_DIR};Tabuleiro;ALL;/;${TABULEIRO_PLAIN_BUILD};Tabuleiro;ALL;/")
set(CPACK_COMPONENTS_ALL program proofs development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tabuleiro)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# The last two are loaded when they are needed, so nothing else tells of them.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "adduser, libpq5, libnats3.4")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "tabuleiro-proofs (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "nginx, postgresql")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "four abstract board games, their players and a server
Eigenstate, Sixteen Stone, Yavalath and Epaminondas: play them in a terminal
or a browser against people and computer players of many levels, analyse and
review games, hold tournaments, or serve them to others.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
    "${CMAKE_CURRENT_LIST_DIR}/debian/conffiles;${CMAKE_CURRENT_LIST_DIR}/debian/postinst;${CMAKE_CURRENT_LIST_DIR}/debian/prerm;${CMAKE_CURRENT_LIST_DIR}/debian/postrm")

set(CPACK_DEBIAN_PROOFS_PACKAGE_NAME tabuleiro-proofs)
set(CPACK_DEBIAN_PROOFS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PROOFS_PACKAGE_ENHANCES tabuleiro)
set(CPACK_COMPONENT_PROOFS_DESCRIPTION "proven games of Yavalath for the perfect player
The larger proofs, with which the computer player of Tabuleiro wins every
game that is proven to be won, whatever the opponent does.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtabuleiro-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "nlohmann-json3-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "rules and engine of four abstract board games for C++ programs
Static libraries, headers and CMake files of Tabuleiro: exact rules, fast
random playouts and the engine of Eigenstate, Sixteen Stone, Yavalath and
Epaminondas.")
include(CPack)
