# SPDX-License-Identifier: Apache-2.0
# Completion of lockstep for bash. Installed where bash-completion finds it; or: source lockstep.bash

# Names of the variables of the FMU on the command line, one a line.
_lockstep_variables() {
  local word
  for word in "${COMP_WORDS[@]}"; do
    case "$word" in
      *.fmu)
        "${COMP_WORDS[0]}" info "${word/#\~/$HOME}" --json 2>/dev/null |
          awk '/^  "variables": \[/ { inside = 1 } /^  \]/ { inside = 0 }
               inside && /^      "name": "/ { sub(/^      "name": "/, ""); sub(/",?$/, ""); print }'
        return
        ;;
    esac
  done
}

# Variables that start with the current word, each followed by $1. Their names are foreign text: compgen -W would
# run what stands in $(...) there.
_lockstep_offer_variables() {
  local name
  while IFS= read -r name; do
    [[ "$name" != "$current"* ]] || COMPREPLY+=("$name$1")
  done < <(_lockstep_variables)
}

# Whether the word that is being typed is the first that is no option.
_lockstep_is_first_argument() {
  local i
  for ((i = 2; i < COMP_CWORD; i++)); do
    case "${COMP_WORDS[i]}" in
      --channel) ((i += 1)) ;;
      -*) ;;
      *) return 1 ;;
    esac
  done
}

# Ports of the running world whose kind matches $1 and that start with the current word. Their names are foreign
# text, too.
_lockstep_offer_ports() {
  local name i channel=()
  for ((i = 2; i < COMP_CWORD; i++)); do
    [ "${COMP_WORDS[i]}" != --channel ] || channel=(--channel "${COMP_WORDS[i + 1]/#\~/$HOME}")
  done
  while IFS= read -r name; do
    [[ "$name" != "$current"* ]] || COMPREPLY+=("$name")
  done < <("${COMP_WORDS[0]}" ports "${channel[@]}" --json 2>/dev/null |
    awk -v kind="^      \"kind\": $1" '
      $0 ~ kind { wanted = 1; next }
      wanted && /^      "name": "/ { sub(/^      "name": "/, ""); sub(/",?$/, ""); print }
      { wanted = 0 }')
}

# Files of the extensions given, and folders, that start with the current word.
_lockstep_files() {
  local extension
  for extension in "$@"; do
    COMPREPLY+=($(compgen -f -X "!*.$extension" -- "$current"))
  done
  COMPREPLY+=($(compgen -d -- "$current"))
}

_lockstep() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}" verb="${COMP_WORDS[1]}"
  local IFS=$'\n'
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(IFS=' ' compgen -W 'info check simulate run new robot worlds ports watch put ask cache help version --help --version' -- "$current"))
    return
  fi
  case "$previous" in
    --interface-type) COMPREPLY=($(IFS=' ' compgen -W 'cs me' -- "$current")); return ;;
    --solver) COMPREPLY=($(IFS=' ' compgen -W 'cvode adams rk4 euler' -- "$current")); return ;;
    --non-finite) COMPREPLY=($(IFS=' ' compgen -W 'error warn allow' -- "$current")); return ;;
    --input-file) _lockstep_files csv; return ;;
    --record | --output-file) _lockstep_files csv mcap; return ;;
    --record-events | --replay) _lockstep_files yaml yml; return ;;
    --engine) COMPREPLY=($(IFS=' ' compgen -W 'mujoco dart simbody' -- "$current")); return ;;
    --plot) _lockstep_files html svg; return ;;
    --output-variable) _lockstep_offer_variables ''; return ;;
    --archive-limit)
      compopt -o nospace 2>/dev/null
      COMPREPLY=($(IFS=' ' compgen -S = -W 'entries entry-bytes total-bytes ratio' -- "$current"))
      return
      ;;
    --set)
      compopt -o nospace 2>/dev/null
      _lockstep_offer_variables =
      return
      ;;
    --start-time | --stop-time | --step-size | --output-interval | --tolerance | --ignore) return ;;
    --duration | --real-time) return ;;
    --channel) _lockstep_files sock; return ;;
    --rate | --count) return ;;
  esac
  if [[ "$current" == -* ]]; then
    local options=''
    case "$verb" in
      info) options='--all --sandbox --archive-limit --graph --json --help' ;;
      check) options='--strict --ignore --archive-limit --json --help' ;;
      new) options='--json --help' ;;
      robot) options='--output --to-origin --json --help' ;;
      worlds) options='--help' ;;
      ports) options='--channel --json --help' ;;
      watch) options='--channel --rate --count --help' ;;
      put | ask) options='--channel --help' ;;
      cache | help | version) options='--help' ;;
      run)
        options='--engine --duration --stop-time --step-size --output-interval --real-time --serve --channel --view --view-origin --paused --output-variable --record --output-file --plot --record-events --replay'
        options+=' --strict --keep-fixed-joints --isolate --debug-logging --json --help'
        ;;
      simulate)
        options='--interface-type --start-time --stop-time --duration --step-size --output-interval --solver --tolerance --set'
        options+=' --input-file --output-variable --record --output-file --plot --non-finite --no-event-rows --hide-stop-time --build-sources'
        options+=' --isolate --call-limit --allow --archive-limit --debug-logging --log-fmi-calls --json --help'
        ;;
    esac
    COMPREPLY=($(IFS=' ' compgen -W "$options" -- "$current"))
    return
  fi
  if [ "$verb" = new ]; then
    [ "$COMP_CWORD" -ne 2 ] || COMPREPLY=($(compgen -W $'fmu\ncontroller' -- "$current"))
    return
  fi
  if [ "$verb" = robot ] && [ "$COMP_CWORD" -eq 2 ]; then
    COMPREPLY=($(compgen -W $'check\nshift-inertia' -- "$current"))
    return
  fi
  case "$verb" in
    worlds | ports | version) return ;;
    cache) COMPREPLY=($(IFS=' ' compgen -W 'show clear' -- "$current")); return ;;
    help) COMPREPLY=($(IFS=' ' compgen -W 'info check simulate run new worlds ports watch put ask cache version' -- "$current")); return ;;
    watch) _lockstep_offer_ports '"(signal|inlet)"'; return ;;
    put) ! _lockstep_is_first_argument || _lockstep_offer_ports '"inlet"'; return ;;
    ask) ! _lockstep_is_first_argument || _lockstep_offer_ports '"request"'; return ;;
  esac
  if [ "$verb" = robot ]; then
    _lockstep_files urdf
  elif [ "$verb" = run ]; then
    _lockstep_files sdf world urdf yaml yml ssp ssd
  elif [ "$verb" = info ]; then
    _lockstep_files fmu sdf world urdf yaml yml ssp ssd
  else
    _lockstep_files fmu
  fi
}

complete -o filenames -F _lockstep lockstep
