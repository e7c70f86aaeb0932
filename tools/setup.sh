# Sourced by ./tabuleiro and ./test: installs missing packages and builds presets.
# Everything here writes to standard error only and leaves standard input alone.

# say ENGLISH PORTUGUESE: before the program is built there is no catalogue to ask.
say() {
  case "${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}" in
    pt*) printf 'tabuleiro: %s\n' "$2" >&2 ;;
    *) printf 'tabuleiro: %s\n' "$1" >&2 ;;
  esac
}

# The packages of tools/packages.txt for the given stages (build, web, test, docs).
packages_for() {
  local stages=" $* "
  while read -r stage name; do
    case "$stages" in *" $stage "*) printf '%s\n' "$name" ;; esac
  done < <(grep -v '^#' "$root/tools/packages.txt")
}

missing_packages() {
  local name
  for name in $(packages_for "$@"); do
    dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || echo "$name"
  done
}

# Installs what is missing for the given stages. A stamp makes the next call free; a lock lets two
# first calls wait for each other.
ensure_packages() {
  local stamp missing
  stamp="$root/build/.packages$(printf -- '-%s' "$@")"
  [ "$stamp" -nt "$root/tools/packages.txt" ] && return
  ensure_writable "$root/build"
  (
    flock 9
    mapfile -t missing < <(missing_packages "$@")
    if [ ${#missing[@]} -gt 0 ]; then install_packages "${missing[@]}"; fi
    touch "$stamp"
  ) 9>"$root/build/.packages-lock"
}

# May this user become root without being asked, or be asked on a terminal?
may_sudo() {
  command -v sudo >/dev/null || return 1
  sudo -n true 2>/dev/null && return
  (: </dev/tty) 2>/dev/null && sudo -v </dev/tty
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! may_sudo; then
      say "these Debian packages are missing; install them as root: apt-get install $*" \
        "faltam estes pacotes Debian; instale-os como root: apt-get install $*"
      exit 1
    fi
    as_root=(sudo)
  fi
  say "installing Debian packages: $*" "a instalar pacotes Debian: $*"
  {
    "${as_root[@]}" apt-get update &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@"
  } </dev/null >&2 || {
    say "the installation failed; these packages are needed: $*" \
      "a instalação falhou; são precisos estes pacotes: $*"
    exit 1
  }
}

ensure_writable() {
  if ! mkdir -p "$1" 2>/dev/null || [ ! -w "$1" ]; then
    say "the folder $1 may not be written by this user" \
      "este utilizador não pode escrever na pasta $1"
    exit 1
  fi
}

# Ninja's output with its progress on one line of a terminal, and nothing when there is no work.
show_progress() {
  local line shown=
  while IFS= read -r line; do
    case "$line" in
      "ninja: no work to do." | "ninja: Entering directory"* | "[0/"* | "-- "*) ;;
      "["*) if [ -t 2 ]; then printf '\r\033[K%.75s' "$line" >&2 && shown=1; fi ;;
      *) printf '%s%s\n' "${shown:+$'\r\033[K'}" "$line" >&2 ;;
    esac
  done
  if [ -n "$shown" ]; then printf '\r\033[K' >&2; fi
}

# Runs something with a preset's folder to itself.
in_folder_of() {
  local dir="$root/build/$1"
  shift
  ensure_writable "$dir"
  (
    flock 9
    "$@"
  ) 9>"$dir/.lock" </dev/null >&2
}

# Sets a preset's folder up where that was not done, or not for what is there now.
configure_folder() {
  local preset=$1 dir="$root/build/$1"
  # A folder that was moved or copied has a cache that points elsewhere.
  if [ -f "$dir/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
    rm -rf "$dir/CMakeCache.txt" "$dir/CMakeFiles" "$dir/build.ninja"
  fi
  if [ -f "$dir/build.ninja" ] && [ "$dir/build.ninja" -nt "$root/CMakePresets.json" ] && ! lacks_page "$dir" && ! lacks_engine "$dir"; then
    return 0
  fi
  say "building ($preset), a minute or two the first time" \
    "a compilar ($preset), um minuto ou dois da primeira vez"
  (cd "$root" && cmake --preset "$preset") >"$dir/configure.log" 2>&1 ||
    { cat "$dir/configure.log"; exit 1; }
}

# A compiler cache, where there is one (./test installs it): paths count from here, so that another clone finds
# what this one compiled, and programs for other processors are kept apart.
use_compiler_cache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=10G
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
  CCACHE_NAMESPACE=$(grep -m 1 '^flags' /proc/cpuinfo | sha256sum | cut -c1-16)
  export CCACHE_NAMESPACE
}

# build PRESET TARGET...: configures once, then builds what changed.
build() { in_folder_of "$1" build_folder "$@"; }
build_folder() {
  local preset=$1
  shift
  use_compiler_cache
  configure_folder "$preset" || return 1
  ninja -C "$root/build/$preset" "$@" 2>&1 | show_progress
}

# Is there a Node that can build the page, from wherever it came?
has_node() {
  local version
  command -v npm >/dev/null && version=$(node --version 2>/dev/null) || return 1
  version=${version#v}
  [ "${version%%.*}" -ge 18 ] 2>/dev/null
}

# Was this folder set up before there was a compiler for the page's own engine?
lacks_engine() {
  has_node && command -v wasm-opt >/dev/null && command -v wasm-ld-19 >/dev/null && [ -f /usr/lib/wasm32-wasi/libc++.a ] &&
    grep -qx 'TABULEIRO_WASM:STRING=AUTO' "$1/CMakeCache.txt" 2>/dev/null &&
    grep -qx 'TABULEIRO_HAS_WASM:INTERNAL=OFF' "$1/CMakeCache.txt"
}

# Was this folder set up before there was a Node to build the page?
lacks_page() { has_node && grep -qx 'TABULEIRO_HAS_PAGE:INTERNAL=OFF' "$1/CMakeCache.txt" 2>/dev/null; }
