// Functions with rules of their own (GRADC_CUSTOM_VJP, GRADC_CUSTOM_JVP), and functions that are defined elsewhere. Each is
// a function of the IR, made once and called wherever C++ calls it, so that differentiation finds its rules:
//
//  1. The function, by its body; or, where none is seen or it is not understood, a function without one that stands for a
//     call of the C++ function from generated code (`foreign`).
//  2. For each rule a function whose arguments and results are what ir::Function says. It calls that of the C++ rule, and
//     checks what it gives against the extents of what it is the derivative of.
//
// A tensor with extents that the arguments don't say goes in a sequence of its own: types of sequences say nothing of
// extents.
#include <algorithm>

#include "ir/compact.h"
#include "ir/kind.h"
#include "tool/base/reasons.h"
#include "tool/lower/calls/calls.h"
#include "tool/source/acts.h"
#include "tool/source/definitions.h"
#include "tool/source/instantiate.h"

namespace tool {
namespace {

std::string parameters_of(const clang::FunctionDecl* function, const clang::PrintingPolicy& policy) {
  std::string text;
  for (const clang::ParmVarDecl* parameter : function->parameters())
    text += (text.empty() ? "" : ", ") + attached(parameter->getType().getAsString(policy)) + " " +
            (parameter->getName().empty() ? fmt::format("p{}", parameter->getFunctionScopeIndex())
                                          : parameter->getNameAsString());
  return text;
}

std::string macro(RuleMode mode) { return mode == RuleMode::vjp ? "GRADC_CUSTOM_VJP" : "GRADC_CUSTOM_JVP"; }

// The names that the annotations of a function give, each once, as they are written.
std::vector<std::string> rule_names(const clang::FunctionDecl* function, RuleMode mode) {
  const llvm::StringRef word = mode == RuleMode::vjp ? "gradc.custom_vjp" : "gradc.custom_jvp";
  std::vector<std::string> names;
  for (const auto* declaration = function->getMostRecentDecl(); declaration; declaration = declaration->getPreviousDecl())
    for (const auto* annotation : declaration->specific_attrs<clang::AnnotateAttr>()) {
      if (annotation->getAnnotation() != word || annotation->args_size() != 1) continue;
      const clang::Expr* text = (*annotation->args_begin())->IgnoreParenImpCasts();
      if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(text)) text = constant->getSubExpr()->IgnoreParenImpCasts();
      const auto* literal = llvm::dyn_cast<clang::StringLiteral>(text);
      if (!literal) continue;
      const std::string name = literal->getString().trim().str();
      if (std::find(names.begin(), names.end(), name) == names.end()) names.insert(names.begin(), name);
    }
  return names;
}

// The functions and templates that a name, perhaps with namespaces or a class before it, means where the function is declared.
std::vector<clang::NamedDecl*> named(const clang::FunctionDecl* from, llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  const bool from_root = name.consume_front("::");
  name.split(parts, "::");
  clang::IdentifierTable& identifiers = from->getASTContext().Idents;
  const auto lookup = [&](const clang::DeclContext* in, llvm::StringRef part) {
    return in->lookup(&identifiers.get(part.trim()));
  };
  const clang::DeclContext* at = from->getDeclContext();
  if (from_root) at = from->getASTContext().getTranslationUnitDecl();
  for (; at; at = at->getParent()) {
    const clang::DeclContext* in = at->getPrimaryContext();
    for (std::size_t i = 0; in && i + 1 < parts.size(); ++i) {
      const auto found = lookup(in, parts[i]);
      in = found.empty() ? nullptr : llvm::dyn_cast<clang::DeclContext>(found.front());
    }
    if (!in) continue;
    std::vector<clang::NamedDecl*> functions;
    for (clang::NamedDecl* found : lookup(in, parts.back()))
      if (clang::NamedDecl* meant = found->getUnderlyingDecl(); meant->isFunctionOrFunctionTemplate()) functions.push_back(meant);
    if (!functions.empty()) return functions;
  }
  return {};
}

bool is_method(const clang::FunctionDecl* function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  return method && !method->isStatic();
}

std::string parameter_name(const Called& called, std::size_t parameter) {
  const clang::ParmVarDecl* declared = called.declared(parameter);
  if (!declared) return "self";
  return declared->getName().empty() ? fmt::format("p{}", parameter) : declared->getNameAsString();
}

// Whether a value of the one type is one of the other as far as derivatives go: who owns a tensor doesn't matter.
bool fits(const CppType* given, const CppType* wanted) {
  if (!given || !wanted) return false;
  if (given->is_tensor() && wanted->is_tensor()) return given->element == wanted->element && given->rank == wanted->rank;
  return is_one_type(given, wanted);
}

bool writes_through(clang::QualType type) {
  return (type->isReferenceType() || type->isPointerType()) && !type->getPointeeType().isConstQualified();
}

// Whether a result is the values wanted: one of them alone, or all as members.
bool given_by(const CppType& result, const std::vector<const CppType*>& wanted) {
  if (wanted.size() == 1 && fits(&result, wanted[0])) return true;
  const bool is_list = result.form == CppType::Form::tuple || result.form == CppType::Form::pair;
  return is_list && result.members.size() == wanted.size() &&
         std::equal(wanted.begin(), wanted.end(), result.members.begin(),
                    [](const CppType* type, const CppType::Member& member) { return fits(member.type, type); });
}

// The C++ types of what a rule takes.
std::vector<clang::QualType> types_of_rule(const Called& of, RuleMode mode) {
  std::vector<clang::QualType> types, tangents;
  for (std::size_t i = 0; i < of.parameters.size(); ++i) {
    const clang::ParmVarDecl* declared = of.declared(i);
    types.push_back(declared ? declared->getType()
                             : of.function->getASTContext().getRecordType(llvm::cast<clang::CXXMethodDecl>(of.function)->getParent()));
    if (holds_floating(*of.parameters[i])) tangents.push_back(types.back());
  }
  types.push_back(of.function->getReturnType());
  if (mode == RuleMode::vjp) tangents = {of.function->getReturnType()};
  types.insert(types.end(), tangents.begin(), tangents.end());
  return types;
}

}  // namespace

bool Calls::has_rule(const clang::FunctionDecl* function) {
  return !rule_names(function, RuleMode::vjp).empty() || !rule_names(function, RuleMode::jvp).empty();
}

// --- types ---

// What the parameters and the result of a C++ function are, or nothing after a report.
std::optional<Called> Calls::called(const clang::FunctionDecl* function) {
  Called found{function, {}, nullptr};
  const std::string name = function->getQualifiedNameAsString();
  const auto type_of_value = [&](clang::QualType type, clang::SourceLocation at, const std::string& what) {
    const CppType* known = types_.of(type);
    const std::string why = known ? types_.why_not_in_signature(*known) : types_.why_not(type);
    if (why.empty()) return known;
    refuse(at, {}, Refusal::not_in_signature, what, name, type.getNonReferenceType().getUnqualifiedType().getAsString(), why);
    return static_cast<const CppType*>(nullptr);
  };
  bool good = true;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function); method && !method->isStatic()) {
    if (!method->isConst() || method->isVirtual() || llvm::isa<clang::CXXConversionDecl>(method)) {
      refuse(function->getLocation(), {}, Refusal::custom_rule, name, "so as a member of a class it is const, not virtual, and called by its name");
      return std::nullopt;
    }
    found.parameters.push_back(type_of_value(context().getRecordType(method->getParent()), function->getLocation(), "the object"));
    good = found.parameters.back() != nullptr;
  }
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    if (writes_through(parameter->getType())) {
      refuse(parameter->getLocation(), {}, Refusal::custom_rule, name, "so it takes values and references to const and returns what it computes");
      return std::nullopt;
    }
    found.parameters.push_back(type_of_value(parameter->getType(), parameter->getLocation(),
                                             fmt::format("parameter '{}'", parameter->getNameAsString())));
    good = good && found.parameters.back();
  }
  const clang::QualType result = function->getReturnType();
  if (result->isVoidType()) {
    refuse(function->getLocation(), {}, Refusal::custom_rule, name, "so it returns what it computes");
    return std::nullopt;
  }
  found.result = type_of_value(result, function->getLocation(), "the result");
  if (!good || !found.result) return std::nullopt;
  return found;
}

// std::tuple<A, B> f_vjp(A a, B b, const R& result, const R& result_bar)
std::string Calls::rule_declaration(const Called& called, RuleMode mode) {
  const auto owned = [](const CppType& type) {
    return type.form == CppType::Form::view ? fmt::format("{}", describe(type, {ir::Type{type.element, ir::Shape(static_cast<std::size_t>(type.rank)), 0}}).type)
                                            : type.name;
  };
  const auto passed = [&](const CppType& type) {
    return type.form == CppType::Form::scalar ? type.name : fmt::format("const {}&", owned(type));
  };
  std::string parameters, derivatives, adjoints;
  for (std::size_t i = 0; i < called.parameters.size(); ++i) {
    const CppType* type = called.parameters[i];
    const std::string name = parameter_name(called, i);
    parameters += fmt::format("{} {}, ", passed(*type), name);
    if (!holds_floating(*type)) continue;
    derivatives += fmt::format(", {} {}_dot", passed(*type), name);
    adjoints += (adjoints.empty() ? "" : ", ") + owned(*type);
  }
  const std::string name = called.function->getNameAsString();
  const std::string result = passed(*called.result);
  if (mode == RuleMode::jvp)
    return fmt::format("{} {}_jvp({}{} result{})", owned(*called.result), name, parameters, result, derivatives);
  return fmt::format("std::tuple<{0}> {1}_vjp({2}{3} result, {3} adjoint)", adjoints, name, parameters, result);
}

// The function among those of the name that has the types of a rule.
std::optional<Called> Calls::find_rule(const Called& of, RuleMode mode) {
  const clang::FunctionDecl* function = of.function;
  const std::string name = function->getQualifiedNameAsString();
  const std::vector<std::string> names = rule_names(function, mode);
  if (names.size() > 1) {
    refuse(function->getLocation(), {}, Refusal::custom_rule, name,
           fmt::format("but two by {}: '{}' and '{}'; keep one", macro(mode), names[0], names[1]));
    return std::nullopt;
  }
  std::vector<const CppType*> takes = of.parameters, gives;
  takes.push_back(of.result);
  if (mode == RuleMode::vjp) takes.push_back(of.result);
  for (const CppType* parameter : of.parameters)
    if (holds_floating(*parameter)) (mode == RuleMode::vjp ? gives : takes).push_back(parameter);
  if (mode == RuleMode::jvp) gives.push_back(of.result);
  const std::vector<clang::NamedDecl*> found = named(function, names[0]);
  std::vector<const clang::FunctionDecl*> functions;
  for (clang::NamedDecl* one : found)
    if (const auto* plain = llvm::dyn_cast<clang::FunctionDecl>(one)) functions.push_back(plain);
  // A function that isn't a template goes first, as in C++.
  for (clang::NamedDecl* one : found)
    if (auto* generic = llvm::dyn_cast<clang::FunctionTemplateDecl>(one))
      if (const auto* instance = instantiated(source_, generic, types_of_rule(of, mode))) functions.push_back(instance);
  for (const clang::FunctionDecl* one : functions) {
    if (is_method(one) || one->getNumParams() != takes.size() || one->isVariadic()) continue;
    Called rule{one, {}, types_.of(one->getReturnType())};
    bool good = rule.result != nullptr;
    for (std::size_t i = 0; i < takes.size(); ++i) {
      const clang::QualType type = one->getParamDecl(static_cast<unsigned>(i))->getType();
      rule.parameters.push_back(types_.of(type));
      good = good && fits(rule.parameters.back(), takes[i]) && !writes_through(type);
    }
    if (good && given_by(*rule.result, gives)) return rule;
  }
  if (found.empty())
    refuse(function->getLocation(), {}, Refusal::custom_rule, name,
           fmt::format("but '{}' is no function that is declared here", names[0]));
  else
    refuse(found[0]->getLocation(), {}, Refusal::rule_signature, names[0], name, rule_declaration(of, mode));
  return std::nullopt;
}

// --- values ---

ir::ValueId Calls::boxed(ir::ValueId tensor) {
  const ir::Type type = builder_.type(tensor);
  return append(ir::Kind::SequencePush, {empty_sequence(type.element, type.rank(), 0), tensor});
}

ir::ValueId Calls::unboxed(ir::ValueId box, const std::string& name) {
  const ir::Shape shape = fresh_shape(name, builder_.type(box).rank());
  if (function_[box].name.empty()) function_[box].name = name;
  const ir::ValueId tensor = append(ir::Kind::SequenceAt, {box, whole(0)}, {{"shape", shape}});
  if (tensor.valid()) function_[tensor].name = name;
  return tensor;
}

// Whether the arguments of the function that is being made say the extents.
bool Calls::known_from_arguments(const ir::Type& type) {
  const auto is_known = [&](const ir::Extent& extent) {
    if (extent.constant()) return true;
    const auto symbol = extent.as_symbol();
    return symbol && std::any_of(function_.arguments().begin(), function_.arguments().end(), [&](ir::ValueId argument) {
      const ir::Type& of = builder_.type(argument);
      return of.is_tensor() && std::any_of(of.extents.begin(), of.extents.end(),
                                           [&](const ir::Extent& e) { return e.as_symbol() == symbol; });
    });
  };
  return !type.is_tensor() || std::all_of(type.extents.begin(), type.extents.end(), is_known);
}

// The leaves of a value, or nothing where one of them has none.
std::optional<std::vector<ir::ValueId>> Calls::values_of(const Cell& value) {
  std::vector<ir::ValueId> values;
  for (const Cell& leaf : signature_leaves(value)) {
    if (!leaf.is_leaf() || leaf.state != Cell::State::ready) return std::nullopt;
    values.push_back(leaf.value);
  }
  return values;
}

// A call of a C++ function that is a function of the IR, with values of its parameters' types.
Cell Calls::call_function(const Called& of, const std::vector<Cell>& arguments) {
  const std::optional<ir::FunctionId> function = function_of(of);
  if (!function) return {};
  std::vector<ir::ValueId> operands;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto leaves = values_of(arguments[i]);
    if (!leaves) {
      if (!failed_) refuse(at_, {}, Refusal::uninitialised, "a part of an argument");
      return {};
    }
    for (ir::ValueId leaf : *leaves) operands.push_back(use(leaf));
  }
  std::vector<ir::ValueId> results = at_here().append_all(ir::Kind::Call, operands, {}, {}, *function);
  report_problems_of_ir();
  if (results.empty()) return {};
  std::size_t next = 0;
  return value_tree(of.result, of.function->getNameAsString(), [&](const ir::Type& type, const std::string& name) {
    const ir::ValueId result = results.at(next++);
    return builder_.type(result).sequence_depth > type.sequence_depth ? unboxed(result, name) : result;
  });
}

// --- functions of the IR ---

const clang::FunctionDecl* Calls::definition_of(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition) && source_.definitions) definition = source_.definitions->find(source_, function);
  return definition;
}

Request Calls::request_for(const clang::FunctionDecl* function) {
  Request request = request_;
  request.declaration = function;
  request.definition = definition_of(function);
  if (!request.definition) request.definition = function;
  request.function = function->getQualifiedNameAsString();
  request.base_name = function->getNameAsString();
  return request;
}

// Takes over the results of lowering a static function, and the function if there was no error.
std::optional<ir::FunctionId> Calls::take_function(Calls& inner, const std::vector<ir::ValueId>& results) {
  result_.places.merge(inner.result_.places);
  inner.builder_.set_results(results);
  inner.builder_.finish();
  ir::compact(inner.function_);
  inner.function_.name = module_.free_name(inner.function_.name);
  module_.functions.push_back(std::move(inner.function_));
  return ir::FunctionId{static_cast<std::int32_t>(module_.functions.size()) - 1};
}

// By its body, whose problems are held.
std::optional<ir::FunctionId> Calls::function_by_body(const Called& of, std::vector<Said>& said) {
  const Request request = request_for(of.function);
  Calls inner(*this, request);
  inner.held_ = &said;
  Frame frame;
  frame.caller = frame_;
  frame.called_at = at_;
  frame.function = request.definition;
  inner.frame_ = &frame;
  inner.at_ = request.definition->getLocation();
  inner.result_type_ = of.result;
  const Called defined{request.definition, of.parameters, of.result};
  for (std::size_t i = 0; i < of.parameters.size(); ++i) {
    std::vector<ir::ValueId> leaves;
    Cell* given = inner.temporary(inner.argument(of.parameters[i], parameter_name(defined, i), leaves));
    (defined.declared(i) ? frame.variables[defined.declared(i)] : frame.object) = given;
  }
  frame.returned = inner.temporary(inner.boolean(false));
  frame.result = inner.temporary(inner.uninitialised(of.result));
  inner.statement(request.definition->getBody());
  auto results = inner.values_of(inner.read(frame.result->alias ? *frame.result->alias : *frame.result));
  if (!results && !inner.failed_)
    inner.refuse(inner.at_, {}, Refusal::unsupported_expression, fmt::format("how '{}' computes its result", request.function),
                 "end it with a return of a value");
  inner.frame_ = nullptr;
  if (inner.failed_) return std::nullopt;
  for (ir::ValueId& result : *results)
    if (!inner.known_from_arguments(inner.builder_.type(result))) result = inner.boxed(result);
  reported_ = inner.reported_;
  return take_function(inner, *results);
}

// Whether the generated code can call the function: it is declared where others see it, and has one definition or all.
bool Calls::is_callable(const clang::FunctionDecl* function) const {
  const clang::FunctionDecl* definition = nullptr;
  function->hasBody(definition);
  if (!function->isExternallyVisible() || function->isTemplateInstantiation() || is_method(function)) return false;
  return !definition || !definition->isInlined() || source_.include_of(definition->getLocation());
}

// By a call from generated code: the function says the types alone.
std::optional<ir::FunctionId> Calls::foreign_function(const Called& of) {
  const Request request = request_for(of.function);
  Calls inner(*this, request);
  if (!inner.read_signature()) {
    reported_ = inner.reported_;
    return std::nullopt;
  }
  inner.at_ = of.function->getLocation();
  for (std::size_t i = 0; i < inner.parameters_.size(); ++i)
    inner.argument(inner.parameters_[i].type, inner.result_.primal.parameters[i].name, inner.parameters_[i].leaves);
  std::vector<ir::ValueId> results;
  std::vector<ir::Type> types;
  inner.value_tree(of.result, "result", [&](const ir::Type& type, const std::string&) {
    types.push_back(type);
    const int depth = type.sequence_depth + !inner.known_from_arguments(type);
    results.push_back(depth > 0 ? inner.empty_sequence(type.element, type.rank(), depth - 1) : inner.undefined(type));
    return results.back();
  });
  inner.function_.foreign = true;
  inner.result_.primal.result = describe(*of.result, types);
  const auto made = take_function(inner, results);
  functions_->foreign.push_back({module_[*made].name, std::move(inner.result_.primal)});
  if (functions_->read_outside.empty()) functions_->read_outside = of.function->getQualifiedNameAsString();
  return made;
}

// The function of the IR, with its rules.
std::optional<ir::FunctionId> Calls::function_of(const Called& of) {
  const clang::FunctionDecl* canonical = of.function->getCanonicalDecl();
  const auto [known, is_new] = functions_->made.try_emplace(canonical);
  if (!is_new) {
    if (known->second.is_open)
      refuse(at_, {}, Refusal::recursion, of.function->getQualifiedNameAsString(), "call a function without a rule of its own");
    failed_ |= !known->second.id;
    return known->second.id;
  }
  Functions::Made& made = functions_->made[canonical];
  if (acts(source_, callees_, of.function, false)) {
    refuse(of.function->getLocation(), {}, Refusal::effect, of.function->getQualifiedNameAsString(),
           "in a rule, nor in a function that has one");
    return std::nullopt;
  }
  made.is_open = true;
  std::vector<Said> said;
  const bool has_body = definition_of(of.function) != nullptr;
  if (has_body) made.id = function_by_body(of, said);
  if (!made.id && is_callable(of.function)) {
    made.id = foreign_function(of);
  } else if (!made.id && !has_body) {
    refuse(of.function->getLocation(), {}, Refusal::no_body, of.function->getQualifiedNameAsString());
  } else if (!made.id) {
    for (const Said& one : said) {
      if (!reported_.emplace(one.at, one.name).second) continue;
      if (held_)
        held_->push_back(one);
      else
        emit(one);
    }
  }
  made.is_open = false;
  for (const RuleMode mode : {RuleMode::vjp, RuleMode::jvp}) {
    if (!made.id || rule_names(of.function, mode).empty()) continue;
    const auto rule = find_rule(of, mode);
    const auto id = rule ? rule_function(of, *made.id, *rule, mode) : std::nullopt;
    if (id) (mode == RuleMode::vjp ? module_[*made.id].vjp : module_[*made.id].jvp) = *id;
    if (!id) made.id = std::nullopt;
  }
  failed_ |= !made.id;
  return made.id;
}

// The rule as the IR has it: calls the C++ function, and checks what it gives.
std::optional<ir::FunctionId> Calls::rule_function(const Called& of, ir::FunctionId function, const Called& rule, RuleMode mode) {
  const Request request = request_for(rule.function);
  Calls inner(*this, request);
  inner.function_.name = of.function->getNameAsString() + (mode == RuleMode::vjp ? "_vjp_rule" : "_jvp_rule");
  inner.frame_ = frame_;
  inner.at_ = rule.function->getLocation();
  struct Leaf {
    ir::ValueId value, whole;  // whole: as it is passed
  };
  const auto is_real = [&](const Leaf& leaf) { return ir::is_differentiable(inner.builder_.type(leaf.value).element); };
  const auto taken = [&](ir::ValueId whole, const ir::Type& type, const std::string& name) {
    const bool is_boxed = inner.builder_.type(whole).sequence_depth > type.sequence_depth;
    return Leaf{is_boxed ? inner.unboxed(whole, name) : whole, whole};
  };
  std::vector<Cell> arguments;
  std::vector<std::vector<Leaf>> x;
  for (unsigned i = 0; i < of.parameters.size(); ++i) {
    std::vector<ir::ValueId> leaves;
    arguments.push_back(inner.argument(of.parameters[i], parameter_name(of, i), leaves));
    x.emplace_back();
    for (ir::ValueId leaf : leaves) x.back().push_back({leaf, leaf});
  }
  std::vector<Leaf> y;
  arguments.push_back(inner.value_tree(of.result, "result", [&](const ir::Type& type, const std::string& name) {
    const ir::Function& primal = module_[function];
    y.push_back(taken(inner.builder_.argument(primal[primal.results()[y.size()]].type, name), type, name));
    return y.back().value;
  }));
  // Derivatives of what has none are the values themselves: the rule doesn't look at them.
  const auto seed = [&](const CppType* type, const std::string& name, const std::vector<Leaf>& like) {
    std::size_t next = 0;
    arguments.push_back(inner.value_tree(type, name, [&](const ir::Type& leaf, const std::string& path) {
      const Leaf& primal = like[next++];
      if (!is_real(primal)) return primal.value;
      const ir::Type passed = inner.builder_.type(primal.whole);  // a copy: the values may move
      return taken(inner.builder_.argument(passed, path), leaf, path).value;
    }));
  };
  if (mode == RuleMode::vjp) seed(of.result, "result_bar", y);
  for (unsigned i = 0; mode == RuleMode::jvp && i < of.parameters.size(); ++i)
    if (holds_floating(*of.parameters[i])) seed(of.parameters[i], parameter_name(of, i) + "_dot", x[i]);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Cell* given = inner.temporary(std::move(arguments[i]));
    arguments[i] = inner.read_as(*given, rule.parameters[i], nullptr);
  }
  const Cell all = inner.call_function(rule, arguments);
  reported_ = inner.reported_;
  failed_ |= inner.failed_;
  const auto given = inner.failed_ ? std::nullopt : inner.values_of(all);
  if (!given) return std::nullopt;

  std::vector<Leaf> wanted;
  for (unsigned i = 0; mode == RuleMode::vjp && i < of.parameters.size(); ++i)
    if (holds_floating(*of.parameters[i])) wanted.insert(wanted.end(), x[i].begin(), x[i].end());
  if (mode == RuleMode::jvp) wanted = y;
  std::vector<ir::ValueId> results;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (!is_real(wanted[k])) continue;
    const ir::Type type = inner.builder_.type(wanted[k].value);
    ir::ValueId value = given->at(k);
    if (type.is_tensor() && !type.is_scalar())
      value = inner.builder_.require_extents(value, type.extents, fmt::format("what {} gives", request.base_name));
    else if (!type.is_tensor())  // sizes are checked where sequences are added
      value = inner.append(ir::Kind::SequenceAdd, {inner.append(ir::Kind::SequenceZerosLike, {wanted[k].value}), value});
    inner.report_problems_of_ir();
    reported_ = inner.reported_;
    failed_ |= inner.failed_;
    if (!value.valid()) return std::nullopt;
    results.push_back(wanted[k].whole == wanted[k].value ? value : inner.boxed(value));
  }
  return take_function(inner, results);
}

// --- calls ---

void Calls::take_own_rule(Frame& frame) {
  const auto of = called(request_.declaration);
  if (!of) return;
  std::vector<Cell> arguments;
  for (unsigned i = 0; i < of->parameters.size(); ++i)
    arguments.push_back(read(*frame.variables[request_.definition->getParamDecl(i)]));
  assign(*frame.result, call_function(*of, arguments));
}

Outcome Calls::call_with_rule(const clang::CallExpr* expr, const clang::FunctionDecl* function) {
  const auto of = called(function);
  if (!of) return {};
  std::vector<const clang::Expr*> arguments_of(expr->arg_begin(), expr->arg_end());
  const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr);
  if (member_call && of->has_object()) arguments_of.insert(arguments_of.begin(), member_call->getImplicitObjectArgument());
  if (arguments_of.size() != of->parameters.size())
    return {refuse(expr, Refusal::custom_rule, function->getQualifiedNameAsString(), "so it has no variable arguments"), nullptr};
  std::vector<Cell*> given;
  for (std::size_t i = 0; i < arguments_of.size(); ++i) {
    const clang::Expr* one = arguments_of[i];
    const clang::ParmVarDecl* parameter = of->declared(i);
    if (!parameter && one->getType()->isPointerType())
      given.push_back(pointee(one));
    else
      given.push_back(!parameter || parameter->getType()->isReferenceType() ? place(one) : temporary(value(one)));
  }
  std::vector<Cell> arguments;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i] || is_poisoned(*given[i])) return {};
    arguments.push_back(read_as(*given[i], of->parameters[i], expr));
  }
  return {call_function(*of, arguments), nullptr};
}

// A function of a class of the library that gradc follows, but for this one.
Cell Calls::refuse_of_container(const clang::Expr* expr, const clang::CXXMethodDecl* method) {
  const clang::CXXRecordDecl* of = method->getParent();
  if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr))
    if (const auto* named = call->getImplicitObjectArgument()->IgnoreParenImpCasts()->getType()->getAsCXXRecordDecl()) of = named;
  const std::string name = of->getName().str();
  const bool makes = llvm::isa<clang::CXXConstructorDecl>(method);
  const std::string_view instead = instead_of_class_by(name);
  return refuse(expr, Refusal::library_function, fmt::format("std::{}{}{}", name, makes ? "" : "::", makes ? "" : method->getNameAsString()),
                instead.empty() ? "write the function" : instead);
}

Cell Calls::refuse_no_body(const clang::Expr* expr, const clang::FunctionDecl* function) {
  const std::string name = function->getQualifiedNameAsString();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method && is_of_container(*method->getParent())) return refuse_of_container(expr, method);
  const std::size_t before = reported_.size();
  Cell refused = refuse(expr, Refusal::no_body, name);
  if (reported_.size() == before || llvm::isa<clang::CXXMethodDecl>(function)) return refused;
  Called of{function, {}, types_.of(function->getReturnType())};
  bool good = of.result != nullptr;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    of.parameters.push_back(types_.of(parameter->getType()));
    good = good && of.parameters.back();
  }
  if (!good) return refused;
  clang::PrintingPolicy policy(context().getLangOpts());
  policy.SuppressTagKeyword = true;
  note(function->getLocation(),
       fmt::format("declared here; its rule would be: {}; GRADC_CUSTOM_VJP({}_vjp) {} {}({});", rule_declaration(of, RuleMode::vjp),
                   function->getNameAsString(), attached(function->getReturnType().getAsString(policy)),
                   function->getNameAsString(), parameters_of(function, policy)));
  return refused;
}

}  // namespace tool
