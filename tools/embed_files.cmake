# Files travel inside the program: the function NAMESPACE::TABLE() gives them, by their names without
# folders, as a std::span<const core::EmbeddedFile>. The assembler takes the bytes as they are,
# whatever their number.

# tabuleiro_write_embedded(SOURCE NAMESPACE TABLE FILE...): writes the source that holds the files.
function(tabuleiro_write_embedded source namespace table)
  set(assembly "")
  set(declarations "")
  set(rows "")
  set(count 0)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    set(symbol tabuleiro_${table}_${count})
    string(APPEND assembly "    \"${symbol}:\\n.incbin \\\"${file}\\\"\\n${symbol}_end:\\n\"\n")
    string(APPEND declarations "extern const char ${symbol}[], ${symbol}_end[];\n")
    string(APPEND rows "    {\"${name}\", {${symbol}, ${symbol}_end}},\n")
    math(EXPR count "${count} + 1")
  endforeach()
  set(text "// Written by tools/embed_files.cmake.\n#include <span>\n#include <vector>\n\n#include \"core/embedded.h\"\n\n")
  if(count GREATER 0)
    string(APPEND text "asm(\".pushsection .rodata\\n\"\n${assembly}    \".popsection\\n\");\n")
    string(APPEND text "extern \"C\" {\n${declarations}}\n")
  endif()
  string(APPEND text "\nnamespace ${namespace} {\n\n")
  string(APPEND text "static const std::vector<core::EmbeddedFile>& files() {\n")
  string(APPEND text "  static const std::vector<core::EmbeddedFile> list = {\n${rows}  };\n  return list;\n}\n\n")
  string(APPEND text "std::span<const core::EmbeddedFile> ${table}();\n")
  string(APPEND text "std::span<const core::EmbeddedFile> ${table}() { return files(); }\n\n}  // namespace ${namespace}\n")
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
endfunction()

# tabuleiro_embed_files(TARGET NAMESPACE TABLE FILE...): files that are there already.
function(tabuleiro_embed_files target namespace table)
  set(source ${PROJECT_BINARY_DIR}/generated/${table}.cc)
  tabuleiro_write_embedded(${source} ${namespace} ${table} ${ARGN})
  # What the assembler reads is no include: the build has to be told, and forgets it where several
  # sources are compiled as one.
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${ARGN}"
                                                   SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
