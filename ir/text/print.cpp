// The text form, written. Values are named per block, as blocks are closed: the user's name, `#1`, `#2`, ...
// after it where it stands again, and a number where there is none. What is printed reads back as the same
// module.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "ir/op.h"
#include "ir/text/text.h"

namespace ir {
namespace {

bool is_word(char c, bool colons) {
  const auto u = static_cast<unsigned char>(c);
  return std::isalnum(u) != 0 || c == '_' || c == '.' || u >= 0x80 || (colons && c == ':');
}

// The name as it stands after `%` or `@`: in quotes where a reader would split it or take it for a number.
std::string quoted_name(const std::string& name, bool colons) {
  bool plain = !name.empty() && (colons || name.find_first_not_of("0123456789") != std::string::npos);
  for (char c : name) plain = plain && is_word(c, colons);
  return plain ? name : quoted(name);
}

template <class T>
std::string listed(const std::vector<T>& list) {
  return fmt::format("{}", fmt::join(list, ", "));
}

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  std::string take() { return std::exchange(out_, {}); }

  void function(const Function& f) {
    function_ = &f;
    const std::size_t header = out_.size();
    out_ += fmt::format("func @{}", quoted_name(f.name, true));
    const bool has_body = f.body.valid() && f.body.at() < f.blocks.size();
    if (!has_body) {
      out_ += "() -> () {\n}\n";
      return;
    }
    Names names;
    parameters(f[f.body], names);
    std::vector<std::string> types;
    for (ValueId id : f.results()) types.push_back(type_of(id));
    out_ += fmt::format(" -> ({})", listed(types));
    if (f.foreign) out_ += "\n    foreign";
    for (const auto& [word, rule] : {std::pair("vjp", f.vjp), std::pair("jvp", f.jvp)})
      if (rule.valid()) out_ += fmt::format("\n    {}{}", word, function_name(rule));
    for (const Requirement& r : f.requirements)
      out_ += fmt::format("\n    requires {} == {}{}", r.left.text(), r.right.text(), place(r.loc));
    for (const Function::ExtentOrigin& o : f.extent_origins)
      out_ += fmt::format("\n    origin {}[{}]{}", o.argument, o.axis, place(o.loc));
    out_ += out_.find('\n', header) == std::string::npos ? " {\n" : "\n{\n";
    ops(f[f.body], names, 1);
    out_ += fmt::format("  return{}\n", results(f[f.body], names));
    for (const NamedValue& one : f.named) out_ += fmt::format("  name {} = {}\n", quoted(one.name), use(one.value, names));
    out_ += "}\n";
  }

  // All of them, or those that were printed.
  void locations(bool all) {
    std::string rows;
    for (std::size_t i = 0; i < module_.locations.size(); ++i) {
      if (!all && !used_.contains(i)) continue;
      const Location& l = module_.locations[i];
      const std::string called = l.called.empty() ? "" : " " + quoted(l.called);
      rows += fmt::format("  {} = {}:{}:{} {}{}\n", i, quoted(l.file), l.line, l.column, quoted(l.text), called);
    }
    if (!rows.empty()) out_ += fmt::format("\nlocations {{\n{}}}\n", rows);
  }

 private:
  struct Names {
    std::map<ValueId, std::string> of;
    std::map<std::string, int> seen;
    int unnamed = 0;
  };

  bool known(ValueId id) const { return id.valid() && id.at() < function_->values.size(); }

  std::string function_name(FunctionId id) const {
    return id.at() < module_.functions.size() ? " @" + quoted_name(module_[id].name, true) : fmt::format(" @?{}", id.index);
  }

  std::string type_of(ValueId id) const { return known(id) ? (*function_)[id].type.text() : "?"; }

  std::string define(ValueId id, Names& names) {
    const std::string name = known(id) ? (*function_)[id].name : std::string{};
    std::string text;
    if (name.empty()) {
      text = fmt::format("%{}", names.unnamed++);
    } else {
      const int before = names.seen[name]++;
      text = fmt::format("%{}{}", quoted_name(name, false), before == 0 ? "" : fmt::format("#{}", before));
    }
    names.of[id] = text;
    return text;
  }

  // A value that the block doesn't define, which only an ill-formed function has, is shown by its id.
  static std::string use(ValueId id, const Names& names) {
    auto found = names.of.find(id);
    return found != names.of.end() ? found->second : fmt::format("%?{}", id.index);
  }

  static std::string uses(const std::vector<ValueId>& ids, const Names& names) {
    std::vector<std::string> texts;
    for (ValueId id : ids) texts.push_back(use(id, names));
    return listed(texts);
  }

  static std::string results(const Block& block, const Names& names) {
    return block.results.empty() ? "" : " " + uses(block.results, names);
  }

  std::string place(LocId loc) {
    if (!loc.valid()) return "";
    used_.insert(loc.at());
    return fmt::format(" loc {}", loc.index);
  }

  void parameters(const Block& block, Names& names) {
    std::vector<std::string> texts;
    for (ValueId id : block.parameters) {
      const std::string name = define(id, names);
      texts.push_back(fmt::format("{}: {}", name, type_of(id)));
    }
    out_ += fmt::format("({})", listed(texts));
  }

  void ops(const Block& block, Names& names, int depth) {
    for (OpId id : block.ops) {
      out_ += std::string(static_cast<std::size_t>(2 * depth), ' ');
      if (id.valid() && id.at() < function_->ops.size())
        op((*function_)[id], names, depth);
      else
        out_ += "?";
      out_ += "\n";
    }
  }

  void op(const Op& op, Names& names, int depth) {
    const OpInfo& info = definition(op.kind).info;
    // Operands are looked up before the results are defined.
    std::string head{info.name};
    if (op.callee.valid()) head += function_name(op.callee);
    if (!op.operands.empty()) head += " " + uses(op.operands, names);
    std::vector<std::string> attributes, defined, types;
    for (const auto& [name, value] : op.attributes)
      attributes.push_back(fmt::format("{} = {}", name, text(value)));
    if (!attributes.empty()) head += fmt::format(" {{{}}}", listed(attributes));
    for (ValueId id : op.results) {
      defined.push_back(define(id, names));
      types.push_back(type_of(id));
    }
    if (!defined.empty()) out_ += listed(defined) + " = ";
    out_ += head;
    blocks(op, info, depth);
    if (!types.empty()) out_ += " : " + listed(types);
    if (op.derived) out_ += " derived";
    out_ += place(op.loc);
  }

  void blocks(const Op& op, const OpInfo& info, int depth) {
    std::string_view labels = info.blocks;
    for (BlockId id : op.blocks) {
      const std::string_view label = labels.substr(0, labels.find(' '));
      labels.remove_prefix(std::min(labels.size(), label.size() + 1));
      out_ += fmt::format(" {}", label);
      if (!id.valid() || id.at() >= function_->blocks.size()) continue;
      const Block& block = (*function_)[id];
      Names names;
      parameters(block, names);
      out_ += " {\n";
      const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
      if (depth < kDeepest)
        ops(block, names, depth + 1);
      else
        out_ += indent + "  ?\n";
      out_ += fmt::format("{}  ->{}\n{}}}", indent, results(block, names), indent);
    }
  }

  // A block that contains itself, in an ill-formed function, must not print for ever.
  static constexpr int kDeepest = 200;

  const Module& module_;
  const Function* function_ = nullptr;
  std::set<std::size_t> used_;
  std::string out_;
};

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (u < 0x20 || u == 0x7f)
      out += fmt::format("\\x{:02x}", u);
    else
      out += c;
  }
  return out + "\"";
}

std::string text(const Attribute& attribute) {
  struct Text {
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return fmt::to_string(value); }
    std::string operator()(double value) const {
      if (std::isnan(value)) return "nan";
      std::string digits = fmt::format("{}", value);
      // A real never looks like an integer.
      return digits.find_first_not_of("-0123456789") == std::string::npos ? digits + ".0" : digits;
    }
    std::string operator()(const std::string& value) const { return quoted(value); }
    std::string operator()(const Integers& value) const { return fmt::format("[{}]", listed(value)); }
    std::string operator()(const Shape& value) const {
      const std::string brackets = ir::text(value);
      return fmt::format("<{}>", brackets.substr(1, brackets.size() - 2));
    }
    std::string operator()(ElementType value) const { return std::string{name(value)}; }
  };
  return std::visit(Text{}, attribute);
}

std::string print(const Module& module) {
  Printer printer(module);
  std::string out;
  for (const Function& function : module.functions) {
    if (!out.empty()) out += "\n";
    printer.function(function);
    out += printer.take();
  }
  printer.locations(true);
  return out + printer.take();
}

std::string print(const Module& module, const Function& function) {
  Printer printer(module);
  printer.function(function);
  printer.locations(false);
  return printer.take();
}

}  // namespace ir
