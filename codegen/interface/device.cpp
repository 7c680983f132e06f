#include "codegen/interface/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace codegen {
namespace {

constexpr std::string_view kScalar = "gradc::cuda::Scalar<";

// "loss_gradient_cuda_result" of "loss_gradient_result".
std::string device_name(const std::string& name) {
  const std::size_t last = name.rfind('_');
  return last == std::string::npos ? name + "_cuda" : name.substr(0, last) + "_cuda" + name.substr(last);
}

class Maker {
 public:
  explicit Maker(const Interface& host) : host_(host) {
    for (const Signature& s : host.functions)
      for (const Place& place : s.results)
        if (place.form == CppValue::Form::scalar && place.elements.empty()) numbers_.insert(place.type);
    for (const Struct& s : host.structs)
      if (s.name.ends_with("_result") || has_number(s)) renamed_[s.name] = device_name(s.name);
  }

  Interface make(bool is_alone) {
    Interface out;
    for (const Struct& s : host_.structs)
      if (renamed_.contains(s.name)) out.structs.push_back(converted(s, renamed_.at(s.name)));
    for (Signature s : host_.functions) {
      const Struct* const result = find(host_.structs, s.result);
      s.device = {s.result, result ? value_of(*result, s.out) : "", is_alone};
      if (const auto renamed = renamed_.find(s.result); renamed != renamed_.end()) s.result = renamed->second;
      s.comment += " On the device of the workspace's stream.";
      s.measures = s.name + "_cuda_workspace_bytes";
      out.functions.push_back(std::move(s));
    }
    return out;
  }

 private:
  static const Struct* find(const std::vector<Struct>& all, const std::string& name) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Struct& each) { return each.name == name; });
    return found == all.end() ? nullptr : &*found;
  }

  bool has_number(const Struct& s) const {
    return std::any_of(s.members.begin(), s.members.end(), [&](const Member& member) { return is_changed(s, member); });
  }
  bool is_changed(const Struct& around, const Member& member) const {
    const Struct* const inner = inner_of(around, member);
    return inner ? has_number(*inner) : numbers_.contains(member.type);
  }
  // The generated structure that a member is of.
  const Struct* inner_of(const Struct& around, const Member& member) const {
    const Struct* const inner = find(around.inner, member.type);
    return inner ? inner : find(host_.structs, member.type);
  }

  Struct converted(const Struct& s, const std::string& name) const {
    Struct out = s;
    out.name = name;
    for (Struct& inner : out.inner) inner = converted(inner, inner.name);
    for (Member& member : out.members) {
      if (numbers_.contains(member.type)) member = {fmt::format("{}{}>", kScalar, member.type), member.name, {}};
      if (const auto renamed = renamed_.find(member.type); renamed != renamed_.end()) member.type = renamed->second;
    }
    return out;
  }

  std::string value_of(const Struct& s, const std::string& from) const {
    std::string members;
    for (const Member& member : s.members) {
      const std::string each = from + "." + member.name;
      const Struct* const inner = inner_of(s, member);
      members += members.empty() ? "" : ", ";
      members += numbers_.contains(member.type) ? each + ".get()" : inner && (has_number(*inner) || renamed_.contains(inner->name)) ? value_of(*inner, each) : fmt::format("std::move({})", each);
    }
    return "{" + members + "}";
  }

  const Interface& host_;
  std::set<std::string> numbers_;  // types
  std::map<std::string, std::string> renamed_;
};

}  // namespace

Interface on_device(const Interface& host, bool is_alone) { return Maker(host).make(is_alone); }

bool is_generated_number(const Interface& device, const Signature& signature, const Place& place) {
  std::string type = signature.result;
  const std::vector<Struct>* inner = nullptr;
  std::string_view rest = place.expression;
  if (!rest.starts_with(signature.out + ".")) return false;
  rest.remove_prefix(signature.out.size() + 1);
  while (!rest.empty()) {
    const auto is_named = [&](const Struct& each) { return each.name == type; };
    const Struct* s = nullptr;
    if (inner)
      if (const auto found = std::find_if(inner->begin(), inner->end(), is_named); found != inner->end()) s = &*found;
    if (!s)
      if (const auto found = std::find_if(device.structs.begin(), device.structs.end(), is_named); found != device.structs.end()) s = &*found;
    if (!s) return false;
    const std::string_view name = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    const auto member = std::find_if(s->members.begin(), s->members.end(), [&](const Member& each) { return each.name == name; });
    if (member == s->members.end()) return false;
    type = member->type;
    inner = &s->inner;
  }
  return type.starts_with(kScalar);
}

}  // namespace codegen
