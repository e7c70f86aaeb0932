# Sourced by ./tabuleiro and ./test: installs missing packages and builds presets.
# Everything here writes to standard error only and leaves standard input alone.

say() { printf 'tabuleiro: %s\n' "$*" >&2; }

# The packages of tools/packages.txt for the given stages (build, test).
packages_for() {
  local stages=" $* "
  while read -r stage name; do
    case "$stages" in *" $stage "*) printf '%s\n' "$name" ;; esac
  done < <(grep -v '^#' "$root/tools/packages.txt")
}

# Installs what is missing for the given stages. A stamp makes the next call free.
ensure_packages() {
  local stamp="$root/build/.packages-${*// /-}"
  [ "$stamp" -nt "$root/tools/packages.txt" ] && return
  local missing=() name
  for name in $(packages_for "$@"); do
    dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
  done
  if [ ${#missing[@]} -gt 0 ]; then install_packages "${missing[@]}"; fi
  mkdir -p "$root/build"
  touch "$stamp"
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null || ! sudo -v </dev/tty; then
      say "these Debian packages are missing and may not be installed from here: $*"
      say "install them with: apt-get install $*"
      exit 1
    fi
    as_root=(sudo)
  fi
  say "installing Debian packages: $*"
  {
    "${as_root[@]}" apt-get update &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@"
  } </dev/null >&2 || { say "the installation failed; these packages are needed: $*"; exit 1; }
}

# build PRESET TARGET...: configures once, then builds what changed.
build() {
  local preset=$1 dir="$root/build/$1"
  shift
  mkdir -p "$dir"
  (
    flock 9
    # A folder that was moved or copied has a cache that points elsewhere.
    if [ -f "$dir/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
      rm -rf "$dir/CMakeCache.txt" "$dir/CMakeFiles" "$dir/build.ninja"
    fi
    if [ ! -f "$dir/build.ninja" ]; then
      say "building ($preset), a minute or two the first time"
      (cd "$root" && cmake --preset "$preset") >"$dir/configure.log" 2>&1 ||
        { cat "$dir/configure.log"; exit 1; }
    fi
    if [[ $(ninja -C "$dir" -n "$@") != *"no work to do."* ]]; then
      if [ -t 2 ]; then ninja -C "$dir" "$@"; else ninja -C "$dir" --quiet "$@"; fi
    fi
  ) 9>"$dir/.lock" </dev/null >&2
}
