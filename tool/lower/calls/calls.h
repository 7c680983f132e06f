// Calls of other functions: their bodies, functions that stay functions, recursion, and derivatives that users give.
#pragma once

#include "tool/lower/calls/reached.h"
#include "tool/lower/eigen/dense.h"
#include "tool/request/nested.h"

namespace tool {

class Calls : public Dense {
 public:
  using Dense::Dense;

  // --- call.cpp
  Outcome call(const clang::CallExpr* expr) override;
  Outcome call_any(const clang::CallExpr* expr);
  // Of what was refused before.
  Outcome again() {
    failed_ = true;
    ++refusals_;
    return {};
  }
  Outcome call_method(const clang::CallExpr* expr, const clang::CXXMethodDecl* method);
  std::pair<const clang::CXXMethodDecl*, Cell*> overrider(const clang::CXXMethodDecl& method, Cell& object);
  bool takes_iterator(const clang::CXXOperatorCallExpr* expr);
  Outcome call_held(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object);
  Outcome call_bit(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, const clang::Expr* bit);
  Outcome call_standard(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  Cell* function_passed(const clang::Expr* callee);
  bool passes_known_types(const clang::Expr* expr, const clang::FunctionDecl* function,
                          const std::vector<const clang::Expr*>& arguments);
  Outcome call_body(const clang::Expr* expr, const clang::FunctionDecl* function, Cell* object,
                    const std::vector<const clang::Expr*>& arguments, Cell* constructed = nullptr) override;
  void prepare_result(Frame& frame);
  Outcome given_back(const Cell& result, const clang::FunctionDecl* function, const clang::Expr* call);
  void bind(Frame& frame, const clang::ParmVarDecl* parameter, const clang::Expr* argument);
  void bind_captures(Frame& frame, const clang::CXXMethodDecl* method, Cell& object) override;
  Outcome member_of_tensor(const clang::CallExpr* expr, const clang::CXXMethodDecl* method, Cell& object);

  Outcome call_operator_of_gradc(const clang::CXXOperatorCallExpr* expr, const clang::CXXMethodDecl* method);
  // What was made may be given up: functions, and what they brought.
  struct Made {
    std::size_t functions, foreign, branches;
  };
  using Parts = std::vector<std::pair<Cell*, Cell*>>;  // objects with the values of parts, and those parts

  // --- recursion.cpp
  Outcome call_recursive(const clang::Expr* expr, Frame& call);
  Reached reach(const Frame& call);
  std::vector<ir::ValueId> enter_function(const Calls& outer, const clang::Expr* expr, const Frame& call, Reached& reached, Frame& frame,
                                          std::vector<Said>& said);
  Cell* mirror(Cell& object, const std::string& name, Reached& reached, std::vector<ir::ValueId>& arguments);
  Cell* mirror_view(Cell& view, const std::string& name, Reached& reached, std::vector<ir::ValueId>& arguments);
  bool moves_pointers(const Reached& reached);
  Outcome call_made(const clang::Expr* expr, const Frame& call, const Recursive& function, const Reached& reached,
                    const std::vector<ir::ValueId>& operands, const Parts& parts);
  Recursive make_recursive(const clang::Expr* expr, const Frame& call, const Reached& reached, const std::string& version);
  Recursive try_recursive(const clang::Expr* expr, const Frame& call, Reached reached, const std::string& version,
                          std::set<std::size_t>& reshaped, std::vector<Said>& said);
  Made made_so_far() const;
  void drop_made(const Made& before);
  void say(std::vector<Said>& said);

  // --- function.cpp
  std::optional<Outcome> call_function_of_user(const clang::Expr* expr, const Frame& call);
  ir::CallChoice choice(const clang::FunctionDecl* definition);
  // Whether a call passes no tensor, and gives a number or nothing.
  bool passes_numbers(const Frame& call);
  // What the user calls it: of a call operator the variable or member that is called, or the type of what is.
  static std::string own_name(const clang::Expr* call, const clang::FunctionDecl& function);
  std::optional<Recursive> make_function(const clang::Expr* expr, const Frame& call, Reached reached);
  std::optional<Recursive> try_function(const clang::Expr* expr, const Frame& call, Reached& reached, std::vector<Said>& said);
  std::optional<Frame> with_places_read(const Frame& call, Parts& read_places);
  bool are_reached_otherwise(const Parts& parts, const Reached& reached);
  void write_back(const Parts& parts, const Recursive& function, const Reached& reached);

  // --- returned.cpp
  struct Giving;
  std::optional<std::size_t> give_leaf(const Cell& leaf, Giving& giving);
  std::optional<Given> give_value(Cell& value, Giving& giving);
  std::optional<Given> give_object(Cell& object, Giving& giving);
  std::optional<Given> give_part(Cell& part, Giving& giving);
  std::optional<Given::Index> give_index(ir::ValueId index, Giving& giving);
  struct Taking;
  Cell take_value(const Given& given, const Taking& taking);
  Cell* take_object(const Given& given, const Taking& taking);
  Cell* part_by_path(Cell* object, const std::vector<std::size_t>& path);

  // --- rule.cpp
  Cell refuse_no_body(const clang::Expr* expr, const clang::FunctionDecl* function) override;
  Cell refuse_of_container(const clang::Expr* expr, const clang::CXXMethodDecl* method);
  static bool has_rule(const clang::FunctionDecl* function);
  std::optional<Called> called(const clang::FunctionDecl* function);
  Outcome call_with_rule(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  // The result of a function with a request and a rule.
  void take_own_rule(Frame& frame);
  Cell call_function(const Called& of, const std::vector<Cell>& arguments);
  // How the rule of a function is declared.
  std::string rule_declaration(const Called& of, RuleMode mode);
  // A tensor in a sequence of its own, and out of it.
  ir::ValueId boxed(ir::ValueId tensor);
  ir::ValueId unboxed(ir::ValueId box, const std::string& name);
  std::optional<Called> find_rule(const Called& of, RuleMode mode);
  bool known_from_arguments(const ir::Type& type);
  std::optional<std::vector<ir::ValueId>> values_of(const Cell& value);
  const clang::FunctionDecl* definition_of(const clang::FunctionDecl* function);
  Request request_for(const clang::FunctionDecl* function);
  std::optional<ir::FunctionId> take_function(Calls& inner, const std::vector<ir::ValueId>& results);
  std::optional<ir::FunctionId> function_by_body(const Called& of, std::vector<Said>& said);
  bool is_callable(const clang::FunctionDecl* function) const;
  std::optional<ir::FunctionId> foreign_function(const Called& of);
  std::optional<ir::FunctionId> function_of(const Called& of);
  std::optional<ir::FunctionId> rule_function(const Called& of, ir::FunctionId function, const Called& rule, RuleMode mode);

  // --- perform.cpp
  // Of a statement that is performed: its numbers, and what to include for its types.
  struct Performed {
    std::vector<ir::ValueId> operands;
    std::vector<std::string> headers;
  };
  std::optional<Outcome> call_outside(const clang::CallExpr* expr, const clang::FunctionDecl* function);
  bool write_to_stream(const clang::CallExpr* expr);
  static std::string text_of_message(const Message& message, bool as_pointer);
  std::optional<std::string> performed_number(const clang::Expr* expr, Performed& out);
  std::optional<std::string> performed_argument(const clang::Expr* expr, Performed& out);
  void declare_outside(const clang::FunctionDecl* function, std::vector<std::string> headers);
  void perform(std::string text, Performed performed, bool ends);

  // --- nested.cpp
  bool copy_pointed(const clang::CallExpr* expr, const NestedDerivative& derivative, std::map<std::string, Cell*>& given);
  std::optional<Outcome> call_derivative(const clang::CallExpr* expr, const clang::FunctionDecl* function);
};

}  // namespace tool
