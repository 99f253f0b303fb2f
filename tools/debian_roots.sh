# SPDX-License-Identifier: Apache-2.0
# Functions to make Debian root folders and to run commands in them; sourced by fresh-root and debian11-root.
# shellcheck shell=bash

# require_root NAME: ends the script NAME where it is not run by root.
require_root() {
  [ "$(id -u)" -eq 0 ] || { echo "$1: needs root (chroot and mount); run it with sudo" >&2; exit 1; }
}

# require_namespaces NAME: ends the script NAME where a normal user may not enter a root folder.
require_namespaces() {
  [ "$(id -u)" -ne 0 ] || return 0
  unshare --user --map-root-user --mount --pid --fork true 2>/dev/null || {
    echo "$1: this machine does not let normal users make user namespaces; run it with sudo" >&2
    exit 1
  }
}

# machine_sources SUITE: prints this machine's Debian archive lines for another release, without those of third parties.
machine_sources() {
  python3 - "$1" <<'PYTHON'
import glob, re, sys
wanted = sys.argv[1]
release = dict(line.rstrip().split("=", 1) for line in open("/etc/os-release") if "=" in line)
own = release.get("VERSION_CODENAME", wanted).strip('"')
lines = []
for path in ["/etc/apt/sources.list", *glob.glob("/etc/apt/sources.list.d/*")]:
    try:
        text = open(path).read()
    except OSError:
        continue
    if path.endswith(".sources"):
        for stanza in re.split(r"\n\s*\n", text):
            fields = dict(re.findall(r"(?m)^([A-Za-z-]+):\s*(.*)$", stanza))
            for uri in fields.get("URIs", "").split():
                lines += [(uri, name, fields.get("Components", "main")) for name in fields.get("Suites", "").split()]
    else:
        for match in re.finditer(r"(?m)^deb\s+(?:\[[^]]*\]\s+)?(\S+)\s+(\S+)\s+(.*)$", text):
            lines.append(match.groups())
for uri, name, components in dict.fromkeys(lines):
    if re.fullmatch(re.escape(own) + r"(-updates|-security)?", name):
        print("deb", uri, name.replace(own, wanted), "main")
PYTHON
}

# Options of this machine's apt that decide whether its mirror can be used at all.
machine_apt_options() {
  apt-config dump --format '%F "%v";%n' 2>/dev/null | grep -E '^Acquire::(https?::Proxy|Check-Valid-Until)' || true
}

# make_debian NAME SUITE TARGET OPTION...: runs mmdebstrap with the mirror of this machine on behalf of the script NAME.
# Ends it with exit code 3 where the mirror does not have that release any more.
make_debian() {
  local name="$1" suite="$2" target="$3" line sources options=()
  shift 3
  command -v mmdebstrap >/dev/null || { echo "$name: mmdebstrap is missing; run tools/setup roots" >&2; exit 1; }
  while read -r line; do [ -z "$line" ] || options+=("--aptopt=$line"); done < <(machine_apt_options)
  sources="$(machine_sources "$suite")"
  [ -n "$sources" ] || { echo "$name: no Debian mirror in this machine's apt configuration" >&2; exit 1; }
  setpriv --pdeathsig TERM -- mmdebstrap --quiet "$@" "${options[@]}" "$suite" "$target" - <<<"$sources" >"$target.log" 2>&1 && return
  rm -rf --one-file-system "$target"
  tail -n 20 "$target.log" >&2
  if grep -qE "$suite Release' (does not have a|no longer has a) Release file" "$target.log"; then
    echo "$name: the mirror of this machine's apt configuration does not have the Debian release '$suite' any more" >&2
    exit 3
  fi
  echo "$name: mmdebstrap failed, see above and $target.log" >&2
  exit 1
}

# copy_network_settings ROOT: what a program in there needs to reach the network as this machine does.
copy_network_settings() {
  cp -L /etc/resolv.conf /etc/hosts "$1/etc/"
  # A machine behind a proxy trusts certificates of its own; without them npm cannot reach its registry.
  mkdir -p "$1/etc/ssl/certs"
  cp -L "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$1/etc/ssl/certs/ca-certificates.crt"
}

# run_in_root ROOT [BIND...] -- COMMAND...: runs a command there with /proc and /dev, a clean environment and the
# folders BIND at their own paths. The mounts live in a namespace and vanish with it. A normal user is root of a user
# namespace and cannot change the folder, so that he gets empty folders in the place of those without programs.
# When the caller dies, of whatever signal, the kernel ends unshare, and with it everything that runs in there. (Becoming
# root of a user namespace makes the kernel forget that wish, so it comes after.)
run_in_root() {
  local user=() place=''
  if [ "$(id -u)" -ne 0 ]; then
    user=(unshare --user --map-root-user --)
    place="$(mktemp -d)"
  fi
  local code=0
  "${user[@]}" setpriv --pdeathsig KILL -- unshare --mount --pid --fork --kill-child -- bash -c '
    root="$1" place="$2"; shift 2
    mount --make-rprivate / || exit 1
    if [ -n "$place" ]; then
      mount -t tmpfs tmpfs "$place" || exit 1
      for entry in "$root"/*; do
        name="${entry##*/}"
        if [ -L "$entry" ]; then
          cp -P "$entry" "$place/"
        else
          mkdir "$place/$name"
          case "$name" in bin | etc | lib* | sbin | usr | var) mount --rbind "$entry" "$place/$name" || exit 1 ;; esac
        fi
      done
      root="$place"
    fi
    mount --rbind /dev "$root/dev" && mount -t proc proc "$root/proc" || exit 1
    while [ "$1" != -- ]; do
      mkdir -p "$root$1" && mount --rbind "$1" "$root$1" || exit 1
      shift
    done
    shift
    exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb CI=true \
      NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$@"' run_in_root "$1" "$place" "${@:2}" || code=$?
  [ -z "$place" ] || rmdir "$place"
  return "$code"
}
