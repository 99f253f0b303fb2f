# SPDX-License-Identifier: Apache-2.0
# An FMU in a process of its own; the worker program and most tests are in isolation/.
target_sources(lockstep_core_objects PRIVATE
  src/isolation/confinement.cpp
  src/isolation/frame.cpp
  src/isolation/host_channel.cpp
  src/isolation/inputs_text.cpp
  src/isolation/isolated_snapshot.cpp
  src/isolation/isolated_stepper.cpp
  src/isolation/isolation_config.cpp
  src/isolation/landlock.cpp
  src/isolation/last_words.cpp
  src/isolation/namespaces.cpp
  src/isolation/seccomp_filter.cpp
  src/isolation/serve_model.cpp
  src/isolation/shared_memory.cpp
  src/isolation/stepper_frames.cpp
  src/isolation/supervisor.cpp
  src/isolation/wait_policy.cpp
  src/isolation/worker.cpp
  src/isolation/worker_channel.cpp
  src/isolation/worker_link.cpp
  src/isolation/worker_process.cpp
)
