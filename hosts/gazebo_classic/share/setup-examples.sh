# SPDX-License-Identifier: Apache-2.0
# To be sourced (bash, zsh): setup.sh, and the worlds of the examples by their names: gzserver damped_pendulum.world
# shellcheck shell=sh
if [ -n "${BASH_VERSION:-}" ]; then
  lockstep_examples="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"   # shellcheck disable=SC3028,SC3054
else
  lockstep_examples="$(cd "$(dirname "$(eval 'printf %s "${(%):-%x}"')")" && pwd)"
fi
. "$lockstep_examples/../setup.sh"
export GAZEBO_RESOURCE_PATH="$GAZEBO_RESOURCE_PATH:$lockstep_examples"
unset lockstep_examples
