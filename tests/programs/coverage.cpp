// What programs are made of, by their texts.
#include "coverage.h"

#include <algorithm>
#include <iostream>
#include <set>

namespace programs {
namespace {

struct Construct {
  const char* name;
  std::vector<std::string> texts;  // any of them shows it
};

// The constructs that the generator claims to write.
const std::vector<Construct>& constructs() {
  static const std::vector<Construct> all{
      {"if", {"if ("}},
      {"else", {"} else {"}},
      {"switch", {"switch ("}},
      {"break", {"break;"}},
      {"continue", {"continue;"}},
      {"conditional operator", {" ? "}},
      {"&& and ||", {" && ", " || "}},
      {"while", {"\n  while (", " while ("}},
      {"do", {"do {"}},
      {"range-for", {"& e1 : ", "double e1 : ", "auto& e1 : "}},
      {"loop counted by an argument", {".extent(0); ++"}},
      {"loop over a list of numbers", {" : {"}},
      {"early return", {"{\n    return", "return;\n"}},
      {"lambda by reference", {"= [&](double "}},
      {"lambda by value", {"= [=](double "}},
      {"lambda called at once", {"}();"}},
      {"structured binding", {"auto [", "auto& ["}},
      {"reference to an element", {"double& r", "auto& r"}},
      {"pointer into an array", {"double* p"}},
      {"whole tensors", {"gradc::tanh(", "gradc::matmul("}},
      {"element read before its tensor is replaced", {".size() > 1) { "}},
      {"std::vector of structures", {"std::vector<Point>"}},
      {"std::vector of tensors", {"std::vector<gradc::Vector<double>>"}},
      {"list that grows or shrinks", {".push_back(", ".pop_back(", ".resize("}},
      {"member function that writes", {".push("}},
      {"recursion by value", {"(std::sin(x), depth - 1)", ", depth - 1)"}},
      {"recursion by references", {"(double& x, const double& y, int depth)"}},
      {"recursion by a view", {"(gradc::View<double, 1> y, double h, int from)"}},
      {"recursion by a const reference to a view", {"(const gradc::View<double, 1>& y, double h, int from)"}},
      {"recursion by iterators", {"::iterator first, std::vector<double>::iterator last"}},
      {"recursion in halves", {"(middle, last, "}},
      {"recursion by a structure that holds a reference", {"(Holder to, "}},
      {"recursion by a const reference to such a structure", {"(const Holder& to, "}},
      {"recursion that restores an element", {"[k] = before;"}},
      {"recursion with a visitor by value", {"(Visit visit, "}},
      {"recursion with a visitor by const reference", {"(const Visit& visit, "}},
      {"call with a visitor that writes", {"([&](int "}},
      {"lambda passed itself by value", {"[&](auto self"}},
      {"lambda passed itself by const reference", {"[&](const auto& self"}},
      {"lambda passed itself by forwarding reference", {"[&](auto&& self"}},
      {"function that returns a reference", {"double& f"}},
      {"function that returns a pointer", {"double* f"}},
      {"function that returns a view", {"gradc::View<double, 1> f"}},
      {"function that returns an iterator", {"std::vector<double>::iterator f"}},
      {"function that returns a structure with a reference", {"Holder f"}},
      {"function that returns two references", {"std::pair<double&, double&> f"}},
      {"function that assigns a view through a reference", {"(gradc::View<double, 1>& to, "}},
      {"function that assigns a pointer through a reference", {"(double*& to, "}},
      {"view that is assigned", {"gradc::View<double, 1> r"}},
      {"lambda that returns a reference", {"-> double& {"}},
      {"member function that returns a reference", {".part("}},
      {"function that returns a reference and is not inlined", {"_r0("}},
      {"list of any extent", {"(static_cast<std::size_t>(std::abs(", "std::vector<double> v1;"}},
      {"list as long as a tensor", {".extent(0)), "}},
      {"list that is emptied", {".clear();"}},
      {"tensor of extent 0", {"gradc::Shape{0})"}},
      {"tensor of an extent that is computed", {"gradc::Shape{std::abs("}},
      {"matrix with an axis of 0", {"gradc::Shape{0, 4}", "gradc::Shape{2, 0}"}},
      {"slice of nothing", {"gradc::slice("}},
      {"product over any extents", {"gradc::prod("}},
      {"functions called too often to be inlined", {"_c1("}},
      {"OpenMP: private names and a sum", {"private(omp_p)"}},
      {"OpenMP: additions to elements", {"#pragma omp atomic"}},
      {"OpenMP: elements of a tensor", {"#pragma omp for simd"}},
      {"OpenMP: the last trip's value", {"lastprivate("}},
      {"OpenMP: a product, names with a value, a counter from before", {"firstprivate("}},
      {"OpenMP: two loops", {"collapse(2)"}},
      {"OpenMP: lanes, downwards", {"omp simd reduction"}},
  };
  return all;
}

void add_names(const Expr& expr, std::set<std::string>& to) {
  to.insert(expr.name);
  for (const Expr& arg : expr.args) add_names(arg, to);
}

void add_names(const std::vector<Stmt>& body, std::set<std::string>& to) {
  for (const Stmt& stmt : body) {
    for (const Expr& arg : stmt.args) add_names(arg, to);
    for (const Part& part : stmt.parts) add_names(part.body, to);
  }
}

}  // namespace

int call_depth(const Program& program) {
  std::map<std::string, int> depths;
  int depth = 0;
  for (const Function& function : program.functions) {
    std::set<std::string> names;
    add_names(function.body, names);
    depth = 0;
    for (const std::string& name : names)
      if (const auto callee = depths.find(name); callee != depths.end()) depth = std::max(depth, 1 + callee->second);
    depths[function.name] = depth;
  }
  return depth;
}

Coverage::Coverage() {
  for (const Construct& construct : constructs()) found_[construct.name] = 0;
}

void Coverage::add(const Program& program) {
  const std::string text = programs::print(program);
  for (const Construct& construct : constructs())
    found_[construct.name] += std::any_of(construct.texts.begin(), construct.texts.end(), [&](const std::string& one) { return text.find(one) != std::string::npos; });
  ++depths_[call_depth(program)];
}

void Coverage::add(const Outcome& outcome) {
  extents_of_0_ += outcome.extents_of_0;
  extents_of_1_ += outcome.extents_of_1;
  kept_ += outcome.kept;
}

void Coverage::print() const {
  std::cout << "programs with:";
  for (const auto& [name, count] : found_) std::cout << " " << name << " " << count << ",";
  std::cout << "\ndepth of calls:";
  for (const auto& [depth, count] : depths_) std::cout << " " << depth << " in " << count << ",";
  std::cout << "\narguments with an extent of 0: " << extents_of_0_ << ", of 1: " << extents_of_1_ << "; functions that stayed: " << kept_ << "\n";
}

std::vector<std::string> Coverage::never_drawn() const {
  std::vector<std::string> out;
  for (const auto& [name, count] : found_)
    if (count == 0) out.push_back(name);
  if (depths_.empty() || depths_.rbegin()->first < 4) out.push_back("calls to a depth of 4");
  return out;
}

std::vector<std::string> Coverage::never_run() const {
  std::vector<std::string> out;
  if (extents_of_0_ == 0) out.push_back("arguments with an extent of 0");
  if (extents_of_1_ == 0) out.push_back("arguments with an extent of 1");
  if (kept_ == 0) out.push_back("functions that stay functions");
  return out;
}

}  // namespace programs
