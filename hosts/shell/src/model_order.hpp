// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/hosts/shell/model_session.hpp"

namespace lockstep::hosts::shell {

/// The order of models in one phase (0 control, 1 actuate, 2 observe): a model whose device writes a signal
/// before one whose device reads it in the same step; all others in the order in which they were loaded. A
/// model that cannot be put into an order is refused: it reads a signal that is written later in the step, or
/// two models wait for each other.
std::vector<ModelSession*> order_models(const std::vector<ModelSession*>& models, unsigned phase);

}  // namespace lockstep::hosts::shell
