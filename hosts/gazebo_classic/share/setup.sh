# SPDX-License-Identifier: Apache-2.0
# To be sourced (bash, zsh, dash): lets Gazebo find the plugins and FMUs installed with lockstep.
# shellcheck shell=sh
if [ -n "${BASH_VERSION:-}" ]; then
  lockstep_setup="${BASH_SOURCE[0]}"   # shellcheck disable=SC3028,SC3054
elif [ -n "${ZSH_VERSION:-}" ]; then
  lockstep_setup="$(eval 'printf %s "${(%):-%x}"')"
else
  lockstep_setup="${LOCKSTEP_PREFIX:?dash does not say which file is sourced; set LOCKSTEP_PREFIX}/share/gazebo-fmi/setup.sh"
fi
lockstep_prefix="$(cd "$(dirname "$lockstep_setup")/../.." && pwd)"
# Gazebo's own folders first: where the variables are set, it does not look anywhere else.
if [ -f /usr/share/gazebo/setup.sh ]; then
  . /usr/share/gazebo/setup.sh
fi
export GAZEBO_PLUGIN_PATH="$lockstep_prefix/@CMAKE_INSTALL_LIBDIR@${GAZEBO_PLUGIN_PATH:+:$GAZEBO_PLUGIN_PATH}"
export GAZEBO_RESOURCE_PATH="$lockstep_prefix/share/lockstep/fmus/2.0${GAZEBO_RESOURCE_PATH:+:$GAZEBO_RESOURCE_PATH}"
unset lockstep_setup lockstep_prefix
