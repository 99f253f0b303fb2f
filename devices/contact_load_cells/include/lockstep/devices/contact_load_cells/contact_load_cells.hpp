// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::contact_load_cells {

/// Load cells under a link, such as those in the sole of a foot: what touches the link, as normal forces at
/// the cells.
///
/// The contacts on link L give a force f along z of L and moments m_x, m_y about its origin. The cells at
/// (x_i, y_i) carry them together:
///
///     sum f_i = f,   sum y_i f_i = m_x,   -sum x_i f_i = m_y
///
/// With more than three cells the solution with the least sum of squares counts. A pushed cell reads
/// positive.
///
/// | signal | unit | meaning |
/// |---|---|---|
/// | `force` (one for each cell) | N | normal force at the cell |
/// | `total` (3) | N, N.m, N.m | f, m_x, m_y |
///
/// | field | unit | default | meaning |
/// |---|---|---|---|
/// | `link` | | required | see Binder::find_link |
/// | `name` | | contact_load_cells | component name |
/// | `x`, `y` | m | required | places of the cells, as many numbers each; 1 to 64 cells |
///
/// Fewer than three cells, or cells in a line, cannot carry every load: they give the closest one. The fields
/// of every device (options.hpp) count, too. Runs in `observe`; needs Capability::kContacts; no state.
DeviceKind kind();

}  // namespace lockstep::devices::contact_load_cells
