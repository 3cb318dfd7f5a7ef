# Sourced by the other scripts: installs Debian packages that are missing, says so, and skips what is there.

# need_packages WHY PACKAGE... : returns when all are installed; ends the script with the way out when they can't be.
need_packages() {
  local why=$1 package missing=()
  shift
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" -ne 0 ]; then
    echo "Error: $why needs Debian packages that are not installed: ${missing[*]}" >&2
    echo "Help:  sudo apt-get install ${missing[*]}" >&2
    exit 69
  fi
  echo "Installing for $why: ${missing[*]}" >&2
  # The list of a fresh machine is empty or old.
  if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >&2; then
    echo "Error: apt-get could not install ${missing[*]}; its own words are above." >&2
    exit 69
  fi
}

# need_swift : ends the script where there is no Swift toolchain of the version that Package.swift asks for.
need_swift() {
  command -v swift >/dev/null && return
  echo "Error: there is no 'swift' in PATH." >&2
  echo "Help:  install a Swift 6.2 or newer toolchain from swift.org and put its usr/bin in PATH." >&2
  exit 69
}

# build_folder ROOT : where SwiftPM builds; beside the sources where this user may write there, else in the user's cache.
build_folder() {
  if [ -w "$1" ] && { [ ! -e "$1/.build" ] || [ -w "$1/.build/." ]; }; then
    echo "$1/.build"
  else
    echo "${XDG_CACHE_HOME:-$HOME/.cache}/linkcond/build"
  fi
}
