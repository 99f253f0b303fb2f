# SPDX-License-Identifier: Apache-2.0
# To be sourced (bash, zsh, dash): lets Gazebo find the plugins and FMUs installed with lockstep. What is in the
# variables already stays: FMUs of the same name in the user's own folders are found before ours.
# shellcheck shell=sh
if [ -n "${BASH_VERSION:-}" ]; then
  lockstep_setup="${BASH_SOURCE[0]}"   # shellcheck disable=SC3028,SC3054
elif [ -n "${ZSH_VERSION:-}" ]; then
  lockstep_setup="$(eval 'printf %s "${(%):-%x}"')"
else
  lockstep_setup="${LOCKSTEP_PREFIX:?dash does not say which file is sourced; set LOCKSTEP_PREFIX}/share/gazebo-fmi/setup.sh"
fi
lockstep_prefix="$(cd "$(dirname "$lockstep_setup")/../.." && pwd)"
# Gazebo's own folders, too: where the variables are set, it does not look anywhere else.
if [ -f /usr/share/gazebo/setup.sh ]; then
  # Gazebo's file sets these two whatever they were; an empty one is a choice as well (no model database).
  lockstep_database="${GAZEBO_MODEL_DATABASE_URI-unset}" lockstep_ogre="${OGRE_RESOURCE_PATH-unset}"
  . /usr/share/gazebo/setup.sh
  [ "$lockstep_database" = unset ] || export GAZEBO_MODEL_DATABASE_URI="$lockstep_database"
  [ "$lockstep_ogre" = unset ] || export OGRE_RESOURCE_PATH="$lockstep_ogre"
  unset lockstep_database lockstep_ogre
fi
export GAZEBO_PLUGIN_PATH="$lockstep_prefix/@CMAKE_INSTALL_LIBDIR@${GAZEBO_PLUGIN_PATH:+:$GAZEBO_PLUGIN_PATH}"
# Gazebo's file leaves a colon at the end where the variable was empty.
GAZEBO_RESOURCE_PATH="${GAZEBO_RESOURCE_PATH:-}"
GAZEBO_RESOURCE_PATH="${GAZEBO_RESOURCE_PATH%:}"
export GAZEBO_RESOURCE_PATH="${GAZEBO_RESOURCE_PATH:+$GAZEBO_RESOURCE_PATH:}$lockstep_prefix/share/lockstep/fmus/2.0"
unset lockstep_setup lockstep_prefix
