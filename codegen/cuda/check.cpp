#include "codegen/cuda/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "codegen/analysis/expression.h"
#include "codegen/analysis/resolve.h"
#include "codegen/interface/device.h"
#include "codegen/interface/location.h"
#include "codegen/interface/names.h"
#include "codegen/plan/planner.h"
#include "ir/kind.h"

namespace codegen {
namespace {

using ir::ElementType;
using ir::Trait;

const std::set<std::string_view>& device_kernels() {
  static const std::set<std::string_view> kNames = {
#define GRADC_CUDA_KERNEL(name, elements) #name,
#include "runtime/include/gradc/cuda/kernels.def"
#undef GRADC_CUDA_KERNEL
  };
  return kNames;
}

bool has_device_form(ElementType element) {
  return !ir::is_complex(element) && element != ElementType::any;
}

class Check {
 public:
  Check(const ir::Module& module, const Interface& device, const Signature& signature, ir::LocId requested, ir::Diagnostics& problems,
        std::vector<ir::LocId>& decisions)
      : module_(module), device_(device), signature_(signature), requested_(requested), problems_(problems),
        decisions_(decisions), function_(resolved(module[signature.function])) {}

  void run() {
    for (std::size_t i = 0; i < signature_.arguments.size(); ++i) place(signature_.arguments[i], function_.arguments()[i], false);
    for (std::size_t i = 0; i < signature_.results.size(); ++i) place(signature_.results[i], function_.results()[i], true);
    block(function_.body);
    if (!problems_.empty()) return;
    // Of what is left a plan says where each value lies.
    const Plan plan = make_plan(function_, Side::device);
    for (const Buffer& buffer : plan.buffers)
      if (buffer.is_sequence || buffer.is_room) {
        const ir::OpId op = buffer.like.valid() ? function_[buffer.like].op : ir::OpId{};
        return op.valid() ? fail(function_[op], "its size, or how many values there are, is known only as it runs")
                          : fail(requested_, "what a loop keeps", "how many values there are is known only as it runs");
      }
    for (std::size_t id = 0; id < function_.ops.size(); ++id)
      if (is_planned(function_, plan, ir::OpId{static_cast<std::int32_t>(id)})) planned(function_.ops[id], plan);
    for (std::size_t i = 0; i < signature_.results.size(); ++i)
      if (const Place& p = signature_.results[i]; p.form == CppValue::Form::scalar && !is_generated_number(device_, signature_, p) &&
                                                  plan.on_device[function_.results()[i].at()])
        fail(requested_, fmt::format("'{}'", part_name(p.expression)), "it is a number inside of a structure of yours, which the host would have to wait for");
  }

 private:
  void fail(ir::LocId loc, const std::string& what, const std::string& why) { problems_.report(ir::DiagnosticId::no_device_form, loc, what, why); }
  void fail(const ir::Op& op, const std::string& why) {
    fail(op.loc.valid() ? op.loc : requested_, fmt::format("'{}'{}", called(module_, op), op.derived ? " (its derivative)" : ""), why);
  }

  void place(const Place& p, ir::ValueId value, bool is_result) {
    const bool is_plain = p.form == CppValue::Form::scalar || p.form == CppValue::Form::tensor || p.form == CppValue::Form::view;
    if (!is_plain || !p.elements.empty() || p.stacked)
      return fail(requested_, fmt::format("'{}'", part_name(without_elements(p))), "on a device there are numbers, tensors and views, and structures of these");
    if (p.form != CppValue::Form::scalar && function_[value].type.rank() == 0 && is_result)
      fail(requested_, fmt::format("'{}'", part_name(p.expression)), "a tensor without axes lies in the host's memory");
    if (!has_device_form(function_[value].type.element)) fail(requested_, fmt::format("'{}'", part_name(p.expression)), "complex numbers stay on the host");
  }

  // Of all ops, whatever a plan says: those that it can't be made with.
  void block(ir::BlockId id, bool in_loop = false) {
    for (ir::OpId op_id : function_[id].ops) {
      const ir::Op& op = function_[op_id];
      for (ir::BlockId inner : op.blocks) block(inner, in_loop || is_iteration(op));
      for (std::size_t k = 0; k < op.results.size(); ++k)
        if (op.blocks.size() > 0 && varies(op, k)) fail(op, "the extents of what it gives are not the same in all arms or trips");
      const ir::OpInfo& info = ir::definition(op.kind).info;
      if (op.callee.valid())
        fail(op, "it is a call of a function that stays a function");
      else if (info.acts)
        fail(op, "what prints, asserts or throws runs on the host alone");
      else if (info.trait == Trait::element && in_loop && is_of_one_element(op))
        fail(op, "the loop around it goes from element to element, each of which would be a kernel; write it with operations on tensors");
    }
  }

  void planned(const ir::Op& op, const Plan& plan) {
    const ir::OpInfo& info = ir::definition(op.kind).info;
    for (ir::ValueId result : op.results)
      if (!has_device_form(function_[result].type.element)) return fail(op, "complex numbers stay on the host");
    for (ir::ValueId integer : plan.integers[static_cast<std::size_t>(&op - function_.ops.data())])
      if (plan.on_device[integer.at()]) return fail(op, "its extents are numbers that the device computes");
    const bool by_device = std::any_of(op.results.begin(), op.results.end(), [&](ir::ValueId result) { return !is_number(function_, plan, result); });
    if (is_branch(op)) return decision(op, op.operands[0], plan);
    if (is_iteration(op)) return trips(iteration(function_, op), op, plan);
    if (!by_device) return;
    if (info.trait == Trait::sequence) return fail(op, "vectors stay on the host");
    if (info.trait == Trait::elementwise) return elementwise(op);
    if (info.trait == Trait::element) return element(op, plan);
    if (info.trait != Trait::kernel) return;
    if (!device_kernels().contains(info.name)) return fail(op, "no kernel for it is there yet");
  }

  bool is_of_one_element(const ir::Op& op) const {
    const bool writes = ir::definition(op.kind).info.in_place >= 0;
    return function_[writes ? op.operands[1] : op.results[0]].type.is_scalar();
  }

  void decision(const ir::Op& op, ir::ValueId decides, const Plan& plan) {
    if (plan.on_device[root_of(function_, plan, decides).at()]) decisions_.push_back(op.loc.valid() ? op.loc : requested_);
  }

  void trips(const Iteration& it, const ir::Op& op, const Plan& plan) {
    decision(op, it.counted() ? it.trips : function_[it.condition].results[0], plan);
  }

  void elementwise(const ir::Op& op) {
    const ScalarOp scalar = scalar_op(function_, op);
    const std::string_view text = scalar_expression(scalar);
    for (const std::string_view word : {"gradc::special::", "gradc::scalar::quotient", "gradc::scalar::modulo", "gradc::scalar::floor", "gradc::scalar::power"})
      if (text.find(word) != std::string_view::npos) return fail(op, "its function is one of the host alone");
  }

  void element(const ir::Op& op, const Plan& plan) {
    const bool writes = ir::definition(op.kind).info.in_place >= 0;
    for (std::size_t i = writes ? 2 : 1; i < op.operands.size(); ++i)
      if (plan.on_device[op.operands[i].at()]) return fail(op, "its index is a number that the device computes; use gradc::take");
  }

  const ir::Module& module_;
  const Interface& device_;
  const Signature& signature_;
  ir::LocId requested_;
  ir::Diagnostics& problems_;
  std::vector<ir::LocId>& decisions_;
  const ir::Function function_;
};

}  // namespace

std::vector<ir::LocId> check_device(const ir::Module& module, const Request& request, ir::LocId requested, ir::Diagnostics& problems) {
  std::vector<ir::LocId> decisions;
  for (const Derivative& derivative : request.derivatives) {
    const Interface device = on_device(interface_of(&module, request, derivative), !request.on_cpu);
    for (const Signature& s : device.functions) Check(module, device, s, requested, problems, decisions).run();
  }
  return decisions;
}

}  // namespace codegen
