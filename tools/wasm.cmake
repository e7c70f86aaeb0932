# engine.wasm, the program for browsers, made by another compiler as a part of the build: the target engine_wasm makes
# BUILD/wasm/engine.wasm where clang-19, its library for wasm32, wasi-libc, binaryen and Node are found, and the page goes
# without where they are not. TABULEIRO_WASM: AUTO, ON (or the build fails), OFF.
set(TABULEIRO_WASM AUTO CACHE STRING "Make the engine for browsers: ON, OFF, or AUTO, where its compiler is found")

function(tabuleiro_wasm)
  set(folder ${PROJECT_BINARY_DIR}/wasm)
  set(TABULEIRO_HAS_WASM OFF CACHE INTERNAL "Is the engine for browsers part of the build?")
  if(TABULEIRO_WASM STREQUAL "OFF")
    return()
  endif()
  find_program(TABULEIRO_WASM_CLANG clang++-19)
  find_program(TABULEIRO_WASM_LINKER wasm-ld-19)
  find_program(TABULEIRO_WASM_OPT wasm-opt)
  find_program(TABULEIRO_WASM_NODE node)
  find_file(TABULEIRO_WASM_LIBRARY libc++.a PATHS /usr/lib/wasm32-wasi /usr/lib/llvm-19/lib/wasm32-wasi NO_DEFAULT_PATH)
  find_file(TABULEIRO_WASM_SYSTEM libc.a PATHS /usr/lib/wasm32-wasi NO_DEFAULT_PATH)
  find_file(TABULEIRO_WASM_BUILTINS libclang_rt.builtins-wasm32.a PATHS /usr/lib/llvm-19/lib/clang/19/lib/wasi
                                                                        NO_DEFAULT_PATH)
  foreach(part CLANG LINKER OPT NODE LIBRARY SYSTEM BUILTINS)
    if(NOT TABULEIRO_WASM_${part})
      if(TABULEIRO_WASM STREQUAL "ON")
        message(FATAL_ERROR "the engine for browsers needs the packages of tools/packages.txt; or set TABULEIRO_WASM=OFF")
      endif()
      message(STATUS "The page is made without its own engine (TABULEIRO_WASM; Debian: clang-19 lld-19 "
                     "libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc binaryen nodejs)")
      return()
    endif()
  endforeach()
  # Its own build knows what is out of date.
  add_custom_target(
    engine_wasm
    COMMAND
      ${CMAKE_COMMAND} -G Ninja -S ${PROJECT_SOURCE_DIR}/src/local -B ${folder}
      -DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/tools/wasm-toolchain.cmake
      -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} > ${folder}.log
    COMMAND ${CMAKE_COMMAND} --build ${folder} --target engine_program
    BYPRODUCTS ${folder}/engine.wasm
    COMMENT "Building the engine for browsers"
    USES_TERMINAL VERBATIM)
  # For a test of the page: the same with the names of its functions.
  add_custom_target(
    engine_wasm_named
    COMMAND ${CMAKE_COMMAND} --build ${folder} --target engine_named
    COMMENT "Building the engine for browsers with its names"
    USES_TERMINAL VERBATIM)
  add_dependencies(engine_wasm_named engine_wasm)
  set(TABULEIRO_HAS_WASM ON CACHE INTERNAL "Is the engine for browsers part of the build?")
endfunction()
