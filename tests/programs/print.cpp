// Programs as C++ text: the source that a user could have written, the same with traced decisions, and the code
// that compares derivatives.
#include "program.h"

namespace programs {
namespace {

std::string type_name(Kind kind) {
  switch (kind) {
    case Kind::none: return "void";
    case Kind::real: return "double";
    case Kind::integer: return "int";
    case Kind::boolean: return "bool";
    case Kind::vector: case Kind::single_tensor: case Kind::any_tensor: return "gradc::Vector<double>";
    case Kind::matrix: case Kind::any_matrix: return "gradc::Matrix<double>";
    case Kind::list: case Kind::any_list: return "std::vector<double>";
    case Kind::single: return "std::array<double, 1>";
    case Kind::array: return "std::array<double, 3>";
    case Kind::c_array: case Kind::grid: return "double";
    case Kind::indices: return "int";
    case Kind::points: return "std::vector<Point>";
    case Kind::tensors: return "std::vector<gradc::Vector<double>>";
    case Kind::state: return "State";
    case Kind::point: return "Point";
    case Kind::pair: return "std::pair<double, double>";
    case Kind::view: return "gradc::View<double, 1>";
    case Kind::holder: return "Holder";
    case Kind::reference: return "double&";
    case Kind::pointer: return "double*";
    case Kind::iterator: return "std::vector<double>::iterator";
    case Kind::references: return "std::pair<double&, double&>";
    case Kind::range: case Kind::closure: case Kind::chooser: return "";  // written out
  }
  return "";
}

std::string print(const Expr& expr, bool traced);

std::string substitute(const std::string& text, const std::vector<Expr>& args, bool traced) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9')
      out += print(args.at(static_cast<std::size_t>(text[++i] - '0')), traced);
    else
      out += text[i];
  }
  return out;
}

std::string print(const Expr& expr, bool traced) {
  return substitute(traced && !expr.traced.empty() ? expr.traced : expr.text, expr.args, traced);
}

// Lines of `text`, indented.
void print_lines(std::string& out, const std::string& text, int depth) {
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    out += std::string(static_cast<std::size_t>(2 * depth), ' ') + text.substr(start, end - start) + '\n';
    start = end + 1;
  }
}

void print(std::string& out, const Stmt& stmt, bool traced, int depth) {
  for (const Part& part : stmt.parts) {
    print_lines(out, substitute(part.head, stmt.args, traced), depth);
    for (const Stmt& inner : part.body) print(out, inner, traced, depth + 1);
  }
  print_lines(out, substitute(stmt.tail, stmt.args, traced), depth);
}

std::string print(const Param& param) {
  if (!param.written.empty()) return param.written;
  const std::string type = type_name(param.kind);
  switch (param.passing) {
    case Param::by_value: return type + " " + param.name;
    case Param::by_const_reference: return "const " + type + "& " + param.name;
    case Param::by_reference: return type + "& " + param.name;
    case Param::by_pointer: return "double* " + param.name;
  }
  return "";
}

std::string signature(const Function& function) {
  std::string out = type_name(function.result) + " " + function.name + "(";
  for (std::size_t i = 0; i < function.params.size(); ++i)
    out += (i > 0 ? ", " : "") + print(function.params[i]);
  return out + ")";
}

bool has_any_extents(Kind kind) { return kind == Kind::any_list || kind == Kind::any_tensor || kind == Kind::any_matrix; }

std::string joined(const std::vector<std::string>& words, const std::string& before = "") {
  std::string out = before;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

void rename(Expr& expr, const std::string& from, const std::string& to) {
  if (expr.name == from) {
    for (std::string* text : {&expr.text, &expr.traced})
      if (text->rfind(from, 0) == 0) *text = to + text->substr(from.size());
    expr.name = to;
  }
  for (Expr& arg : expr.args) rename(arg, from, to);
}

void rename(std::vector<Stmt>& body, const std::string& from, const std::string& to) {
  for (Stmt& stmt : body) {
    for (Expr& arg : stmt.args) rename(arg, from, to);
    for (Part& part : stmt.parts) rename(part.body, from, to);
  }
}

}  // namespace

std::string print(const Program& program, bool traced) {
  std::string out;
  for (const Function& function : program.functions) {
    const bool last = &function == &program.functions.back();
    out += function.head + (last && !traced ? "" : "static ") + signature(function) + " {\n";
    for (const Stmt& stmt : function.body) print(out, stmt, traced, 1);
    out += "}\n";
  }
  return out;
}

bool has_items(const Program& program) { return program.items && !program.functions.back().params.empty(); }

// The last of several parameters is the same for all items.
bool is_shared(const Program& program, const Param& param) {
  const std::vector<Param>& params = program.functions.back().params;
  return params.size() > 1 && &param == &params.back();
}

// The gradient of two items, those of this point and of the one before it, against that of each.
std::string print_items(const Program& program) {
  const Function& f = program.functions.back();
  std::string before, agree, given, first, second, items, ones, sums, next;
  for (const Param& param : f.params) {
    const std::string &x = param.name, was = "was_" + x;
    const auto append = [](std::string& list, const std::string& one) { list += (list.empty() ? "" : ", ") + one; };
    append(first, x);
    append(given, is_shared(program, param) ? x : "programs::items(" + x + ", " + was + ")");
    append(second, is_shared(program, param) ? x : was);
    const bool has_gradient = param.kind != Kind::integer;
    if (is_shared(program, param)) {
      if (has_gradient) sums += " all.add(r.grad." + x + "); a_sum.add(a.grad." + x + "); b_sum.add(b.grad." + x + ");";
      continue;
    }
    before += "  auto " + was + " = " + x + ";\n";
    agree += " if (!programs::agree(" + x + ", " + was + ")) " + was + " = " + x + ";";
    next += " " + was + " = " + x + ";";
    if (!has_gradient) continue;
    for (const char* item : {"0", "1"}) items += std::string(" programs::add_item(all, r.grad.") + x + ", " + item + ");";
    ones += " one.add(a.grad." + x + "); one.add(b.grad." + x + ");";
  }
  return before + "  c.items = [&](programs::Numbers& all, programs::Numbers& one) {" + agree + "\n    const auto r = " + f.name +
         "_gradient_each(" + given + ");\n    const auto a = " + f.name + "_gradient(" + first + "), b = " + f.name + "_gradient(" +
         second + ");\n    all.add(r.value); one.add(a.value); one.add(b.value);" + items + ones +
         "\n    programs::Numbers a_sum, b_sum;" + sums + "\n    one.add_sums(a_sum, b_sum);" + next + "\n  };\n";
}

std::string print_declaration(const Program& program) {
  // What is computed again must be what it was, and what is added in another order almost.
  static const char* const kItems[] = {"",          "", "relaxed, ", "checkpoint(memory), ", "checkpoint(auto), ",
                                       "checkpoint(speed), "};
  const std::string how = std::string(kItems[program.seed % std::size(kItems)]) + "unconnected(zero)";
  std::string requests = std::string("GRADC_DIFFERENTIATE(gradient, ") + (program.products ? "vjp, jvp, " : "") + how + ")\n";
  if (has_items(program)) {
    std::vector<std::string> each;
    for (const Param& param : program.functions.back().params)
      if (!is_shared(program, param)) each.push_back(param.name);
    requests += "GRADC_DIFFERENTIATE(gradient, " + how + ", each(" + joined(each) + "))\n";
  }
  return requests + signature(program.functions.back()) + ";\n";
}

std::string print_check(const Program& program) {
  const Function& f = program.functions.back();
  std::vector<std::string> args, tangents;
  std::string inputs, grad, back, tangent_inputs;
  for (const Param& param : f.params) {
    args.push_back(param.name);
    inputs += "  " + type_name(param.kind) + " " + param.name + "{};\n  c." + (has_any_extents(param.kind) ? "input_of_any_extents(" : "input(") + param.name + ");\n";
    if (param.kind == Kind::integer) continue;
    grad += " out.add(r.grad." + param.name + ");";
    back += " out.add(b." + param.name + ");";
    tangents.push_back("d_" + param.name);
    tangent_inputs += "  auto d_" + param.name + " = " + param.name + ";\n  c.tangent(d_" + param.name + ", " + param.name + ");\n";
  }
  const std::string list = joined(args), n = f.name;
  std::string out = "static void check_" + n + "() {\n  programs::Case c(\"" + n + "\", " +
                    std::to_string(program.seed) + "u);\n" + inputs + "  c.value = [&] { return " + n + "(" + list +
                    "); };\n  c.traced = [&] { return traced::traced_" + n + "(" + list + "); };\n" +
                    "#ifndef PLAIN\n  c.gradient = [&](programs::Numbers& out) { const auto r = " + n + "_gradient(" + list + ");" +
                    grad + " return r.value; };\n  " + n + "_gradient_result r;\n  gradc::Workspace workspace;\n" +
                    "  c.into = [&](programs::Numbers& out) { " + n + "_gradient(" + joined({"r", "workspace"}, list) +
                    ");" + grad + " return r.value; };\n";
  if (program.products && !tangents.empty()) {
    out += tangent_inputs + "  c.vjp = [&](double seed, programs::Numbers& out) { const auto r = " + n + "_vjp(" +
           joined({"seed"}, list) + ");" + grad + " return r.value; };\n" +
           "  c.backward = [&](double seed, programs::Numbers& out) { const auto r = " + n + "_forward(" + list +
           "); const auto b = " + n + "_backward(r.residuals, seed);" + back + " return r.value; };\n" +
           "  c.jvp = [&](double& value) { const auto r = " + n + "_jvp(" + joined(tangents, list) +
           "); value = r.value; return r.tangent; };\n";
  }
  if (has_items(program)) out += print_items(program);
  return out + "#endif\n  c.run();\n}\n";
}

Program renamed(Program program, const std::string& name) {
  const std::string old = program.functions.back().name;
  std::vector<std::string> names;
  for (const Function& function : program.functions) names.push_back(function.name);
  for (const std::string& from : names) {
    const std::string to = name + from.substr(old.size());
    for (Function& function : program.functions) {
      if (function.name == from) function.name = to;
      rename(function.body, from, to);
    }
  }
  return program;
}

}  // namespace programs
