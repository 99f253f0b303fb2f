// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <thread>
#include <utility>

namespace lockstep::runtime {

/// A thread that signals of the process never interrupt: Ctrl-C must reach the thread that drives the world.
template <class Body>
std::thread quiet_thread(Body&& body) {
  sigset_t all, before;
  ::sigfillset(&all);
  // It may execute requests, and so the code of FMUs: a crash there is reported as anywhere else.
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT})
    ::sigdelset(&all, fault);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  struct Restore {
    const sigset_t* mask;
    ~Restore() { ::pthread_sigmask(SIG_SETMASK, mask, nullptr); }
  } const restore{&before};
  return std::thread{std::forward<Body>(body)};
}

}  // namespace lockstep::runtime
