# cmake -P tools/write_catalogue.cmake FOLDER [--named-in LIST] FILE.json...
#
# Writes the catalogue for the compiler: FOLDER/message.h has the names, FOLDER/catalogue.cc the texts. Of LIST, a file of
# names of source files, it takes the messages that these name: whoever forgot one there finds that its name is unknown.
# A file whose content stays the same is left alone, so that rewording a message compiles the texts
# and nothing else.
cmake_minimum_required(VERSION 3.25)

# `text` as the inside of a string literal of C++.
function(escape text variable)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

function(write_if_different file content)
  file(WRITE ${file}.new "${content}")
  file(COPY_FILE ${file}.new ${file} ONLY_IF_DIFFERENT)
  file(REMOVE ${file}.new)
endfunction()

# Adds the messages of a section to the caller's `names` and `texts`.
function(add_section section)
  string(JSON count LENGTH "${section}")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON name MEMBER "${section}" ${i})
    if(DEFINED named_in AND NOT DEFINED named_${name})
      continue()
    endif()
    string(JSON english GET "${section}" ${name} en)
    string(JSON portuguese GET "${section}" ${name} pt)
    escape("${english}" english)
    escape("${portuguese}" portuguese)
    string(APPEND names "  ${name},\n")
    string(APPEND texts "\n    \"${name}\\0\" \"${english}\\0\" \"${portuguese}\\0\"")
  endforeach()
  set(names "${names}" PARENT_SCOPE)
  set(texts "${texts}" PARENT_SCOPE)
endfunction()

# CMake reads all of a JSON text each time it takes something out of it: section by section that is
# half a second for the whole catalogue, message by message it would be four.
function(add_file file)
  file(READ ${file} json)
  string(JSON count ERROR_VARIABLE error LENGTH "${json}")
  if(error)
    message(FATAL_ERROR "${file}: ${error}")
  endif()
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON title MEMBER "${json}" ${i})
    string(JSON messages GET "${json}" "${title}")
    if(messages STREQUAL "{}")
      message(FATAL_ERROR "${file}: nothing in \"${title}\"")
    endif()
    add_section("${messages}")
  endforeach()
  set(names "${names}" PARENT_SCOPE)
  set(texts "${texts}" PARENT_SCOPE)
endfunction()

# Sets named_kNAME for every kNAME in the sources of the list.
function(find_names list)
  file(STRINGS ${list} sources)
  foreach(source ${sources})
    file(READ ${source} text)
    string(REGEX MATCHALL "k[A-Z][A-Za-z0-9]*" found "${text}")
    list(REMOVE_DUPLICATES found)
    foreach(name ${found})
      set(named_${name} TRUE PARENT_SCOPE)
    endforeach()
  endforeach()
endfunction()

set(folder ${CMAKE_ARGV3})
set(first 4)
if(CMAKE_ARGV4 STREQUAL "--named-in")
  set(named_in ${CMAKE_ARGV5})
  set(first 6)
  find_names(${named_in})
endif()
math(EXPR last_argument "${CMAKE_ARGC} - 1")
foreach(argument RANGE ${first} ${last_argument})
  add_file(${CMAKE_ARGV${argument}})
endforeach()
set(origin "// Written by tools/write_catalogue.cmake from src/text/catalogue.\n")
write_if_different(${folder}/message.h
  "${origin}#pragma once\n\nnamespace text {\n\nenum class Message {\n${names}};\n\n}  // namespace text\n")
write_if_different(${folder}/catalogue.cc
  "${origin}#include \"text/catalogue.h\"\n\nnamespace text {\n\nstatic constexpr char kTexts[] =${texts};\n\nstd::string_view catalogue_texts() { return {kTexts, sizeof(kTexts) - 1}; }\n\n}  // namespace text\n")
