// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockstep::core::isolation {

/// A further layer where the system grants it (many containers do not, Ubuntu 24.04 does not to ordinary
/// users): a network without any device unless `network` is allowed, and System V memory and message queues
/// of its own. Landlock and seccomp deny the same things, so that nothing is open where this is missing.
///
/// For a process with one thread, before rights are given up. An ordinary user gets a user namespace for it,
/// without any capability left in it. False: not granted; nothing has changed.
bool enter_namespaces(bool network) noexcept;

/// Whether enter_namespaces() would succeed; tries it in a process that ends at once.
bool has_namespaces() noexcept;

}  // namespace lockstep::core::isolation
