// Makes the plan of a function, stage by stage.
#pragma once

#include <optional>
#include <string>

#include "codegen/plan/plan.h"

namespace codegen {

// What code generation cannot do with the function, in words; null where there is nothing. The function may be as it
// is; all that follows takes one whose extents are resolved (resolve.h).
std::optional<std::string> refusal(const ir::Function& function);

// The function must not be refused. What is taken over of arguments is known where its module is.
Plan make_plan(const ir::Function& function, Side side = Side::host, TakenOver taken_over = {}, Restored restored = {});

// The stages of make_plan, in this order; each stands in a file of its own.
void find_device_numbers(const ir::Function& function, Plan& plan);  // device_numbers.cpp
void find_formulas(const ir::Function& function, Plan& plan);  // formulas.cpp
void find_entered(const ir::Function& function, Plan& plan);   // entry.cpp
void find_homes(const ir::Function& function, Plan& plan);     // homes.cpp: materialised, home of what is not computed
void find_layouts(const ir::Function& function, Plan& plan);   // layout.cpp
void schedule(const ir::Function& function, Plan& plan);       // schedule.cpp: steps; home of the rest
void find_rows(const ir::Function& function, Plan& plan);      // rows.cpp: which steps go over rows together; their order
void number_steps(const ir::Function& function, Plan& plan);   // schedule.cpp
// liveness.cpp: gives values that are taken out of a sequence memory of their own where they are read after the sequence is
// written into, and the sequence itself is not: otherwise all of the sequence would be copied for the sake of one value.
void keep_taken(const ir::Function& function, Plan& plan);
void assign_memory(const ir::Function& function, Plan& plan);  // memory.cpp: buffers and slots
void find_uses(const ir::Function& function, Plan& plan);      // uses.cpp

}  // namespace codegen
