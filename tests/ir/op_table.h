// docs/ops.md: every op with the calls that mean it and what its paragraph in ir/ops/ says.
#pragma once

#include <string>

std::string op_table(const std::string& source_dir);
