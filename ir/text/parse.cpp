// The text form, read:
//   1. Split the text into tokens.
//   2. Find the table of locations and the header of every function. The headers give the types of arguments
//   and
//      results, so that a call may stand before the function that it calls, and inside it.
//   3. Read the bodies through the Builder, which infers the types; those written after `:` are checked
//   against it.
// The first fault ends the reading.
#include <map>

#include "ir/builder.h"
#include "ir/op.h"
#include "ir/text/parse_terms.h"
#include "ir/text/text.h"
#include "ir/verify.h"

namespace ir {
namespace {

constexpr int kDeepest = 200;
using Scope = std::map<std::string, ValueId, std::less<>>;

struct Parameters {
  std::vector<Token> tokens;
  Types types;
  std::vector<std::string> names;
};

class Parser {
 public:
  Parser(const std::vector<Token>& tokens, Diagnostics& diagnostics)
      : cursor_(tokens, diagnostics), diagnostics_(diagnostics) {}

  std::optional<Module> run() {
    if (!find_locations()) return std::nullopt;
    cursor_.go_to(0);
    while (cursor_.token().kind != Token::Kind::end)
      if (cursor_.is("locations") ? !skip_braces() : !header()) return std::nullopt;
    Module module;
    module.locations = signatures_.locations;
    for (Header& header : headers_)
      if (!find_rule(header.vjp, header.function.vjp) || !find_rule(header.jvp, header.function.jvp)) return std::nullopt;
    for (const Header& header : headers_) {
      auto function = body(header);
      if (!function) return std::nullopt;
      module.functions.push_back(*std::move(function));
    }
    return module;
  }

 private:
  struct Header {
    std::size_t body;  // the position of `{`
    Function function;
    Parameters parameters;
    Types results;
    int line;
    std::optional<Token> vjp = {}, jvp = {};
  };

  // --- the table of locations
  // ----------------------------------------------------------------------------------

  bool find_locations() {
    while (cursor_.token().kind != Token::Kind::end) {
      if (cursor_.is("locations")) {
        if (!locations()) return false;
      } else if (cursor_.is("{")) {
        if (!skip_braces()) return false;
      } else {
        cursor_.next();
      }
    }
    return true;
  }

  // Steps over everything up to the end of the next balanced braces.
  bool skip_braces() {
    int depth = 0;
    do {
      if (cursor_.token().kind == Token::Kind::end) return cursor_.fail("a '}' is missing");
      const Token& token = cursor_.next();
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
      if (depth == 0 && token.is("}")) return true;
    } while (depth >= 0);
    return cursor_.fail("a '}' stands here by mistake");
  }

  bool locations() {
    cursor_.next();
    if (!cursor_.expect("{")) return false;
    while (!cursor_.accept("}")) {
      const auto number = cursor_.integer();
      if (!number || !cursor_.expect("=")) return false;
      Location location;
      const auto file = cursor_.expect(Token::Kind::string, "the name of a file");
      if (!file || !cursor_.expect(":")) return false;
      const auto line = cursor_.integer();
      if (!line || !cursor_.expect(":")) return false;
      const auto column = cursor_.integer();
      if (!column) return false;
      const auto text = cursor_.expect(Token::Kind::string, "the text of a statement");
      if (!text) return false;
      std::string called;
      if (cursor_.token().kind == Token::Kind::string) called = cursor_.next().text;
      if (!locations_.emplace(*number, LocId{static_cast<std::int32_t>(signatures_.locations.size())}).second)
        return cursor_.fail(fmt::format("location {} is given twice", *number));
      signatures_.locations.push_back({*file, static_cast<int>(*line), static_cast<int>(*column), *text, called});
    }
    return true;
  }

  bool location(LocId& loc) {
    if (!cursor_.accept("loc")) return true;
    const int line = cursor_.token().line;
    const auto number = cursor_.integer();
    if (!number) return false;
    auto found = locations_.find(*number);
    if (found == locations_.end())
      return cursor_.fail_at(line, fmt::format("there is no location {}", *number));
    loc = found->second;
    return true;
  }

  // --- headers
  // -------------------------------------------------------------------------------------------------

  bool parameters(Parameters& out) {
    if (!cursor_.expect("(")) return false;
    return cursor_.list(")", [&] {
      const Token token = cursor_.token();
      if (!cursor_.expect(Token::Kind::value, "a parameter") || !cursor_.expect(":")) return false;
      const auto type = cursor_.type();
      if (!type) return false;
      out.tokens.push_back(token);
      out.types.push_back(*type);
      out.names.push_back(token.name);
      return true;
    });
  }

  bool header() {
    const int line = cursor_.token().line;
    if (!cursor_.expect("func")) return false;
    const auto name = cursor_.expect(Token::Kind::function, "the name of a function");
    if (!name) return false;
    if (signatures_.find(*name).valid()) return cursor_.fail(fmt::format("@{} is defined twice", *name));
    Header header{0, new_function(*name), {}, {}, line};
    if (!parameters(header.parameters) || !cursor_.expect("->") || !cursor_.expect("(")) return false;
    const bool results = cursor_.list(")", [&] {
      const auto type = cursor_.type();
      if (type) header.results.push_back(*type);
      return type.has_value();
    });
    if (!results) return false;
    header.function.foreign = cursor_.accept("foreign");
    for (const auto& [word, rule] : {std::pair("vjp", &header.vjp), std::pair("jvp", &header.jvp)}) {
      if (!cursor_.accept(word)) continue;
      *rule = cursor_.token();
      if (!cursor_.expect(Token::Kind::function, "the name of a function")) return false;
    }
    while (cursor_.is("requires") || cursor_.is("origin"))
      if (cursor_.accept("requires") ? !requirement(header.function) : !origin(header)) return false;
    header.body = cursor_.position();
    if (!cursor_.is("{")) return cursor_.expect("{");
    if (!skip_braces()) return false;
    signatures_.functions.push_back(signature(header));
    headers_.push_back(std::move(header));
    return true;
  }

  bool find_rule(const std::optional<Token>& name, FunctionId& rule) {
    if (!name) return true;
    rule = signatures_.find(name->text);
    return rule.valid() || cursor_.fail_at(name->line, fmt::format("there is no function @{}", name->text));
  }

  bool requirement(Function& function) {
    const auto left = cursor_.extent();
    if (!left || !cursor_.expect("==")) return false;
    const auto right = cursor_.extent();
    if (!right) return false;
    function.requirements.push_back({*left, *right, {}});
    return location(function.requirements.back().loc);
  }

  bool origin(Header& header) {
    cursor_.next();
    const auto argument = cursor_.integer();
    if (!argument || !cursor_.expect("[")) return false;
    const auto axis = cursor_.integer();
    if (!axis || !cursor_.expect("]")) return false;
    const auto& types = header.parameters.types;
    const auto within = [](std::int64_t i, std::size_t n) {
      return i >= 0 && static_cast<std::size_t>(i) < n;
    };
    if (!within(*argument, types.size()) ||
        !within(*axis, types[static_cast<std::size_t>(*argument)].extents.size()))
      return cursor_.fail("an origin names an argument and one of its axes by number");
    header.function.extent_origins.push_back({static_cast<int>(*argument), static_cast<int>(*axis), {}});
    return location(header.function.extent_origins.back().loc);
  }

  // What a call needs to know of a function, its results standing for themselves.
  Function signature(const Header& header) {
    Function function = header.function;
    Builder builder(signatures_, function, diagnostics_);
    for (std::size_t i = 0; i < header.parameters.types.size(); ++i)
      builder.argument(header.parameters.types[i], header.parameters.names[i]);
    builder.set_results(function[builder.block(header.results)].parameters);
    return function;
  }

  // --- bodies
  // --------------------------------------------------------------------------------------------------

  std::optional<Function> body(const Header& header) {
    Function function = header.function;
    Diagnostics found;
    Builder builder(signatures_, function, found);
    builder_ = &builder;
    found_ = &found;
    Scope scope;
    for (std::size_t i = 0; i < header.parameters.types.size(); ++i)
      if (!define(scope, header.parameters.tokens[i],
                  builder.argument(header.parameters.types[i], header.parameters.names[i])))
        return std::nullopt;
    cursor_.go_to(header.body + 1);
    std::vector<ValueId> results;
    if (!ops(scope, "return", 0) || !values(scope, results)) return std::nullopt;
    builder.set_results(results);
    Types types;
    for (ValueId id : results) types.push_back(builder.type(id));
    if (!(types == header.results)) {
      cursor_.fail_at(header.line, fmt::format("the results of @{} have types ({}), not those of its header",
                                               header.function.name, listed(types)));
      return std::nullopt;
    }
    while (cursor_.accept("name"))
      if (!named(scope, function)) return std::nullopt;
    if (!cursor_.expect("}")) return std::nullopt;
    return function;
  }

  bool named(const Scope& scope, Function& function) {
    const auto name = cursor_.expect(Token::Kind::string, "the name of a value");
    if (!name || !cursor_.expect("=")) return false;
    std::vector<ValueId> value;
    if (!values(scope, value)) return false;
    if (value.size() != 1) return cursor_.fail("one value has a name");
    function.named.push_back({*name, value[0]});
    return true;
  }

  static std::string listed(const Types& types) {
    std::string out;
    for (const Type& type : types) out += (out.empty() ? "" : ", ") + type.text();
    return out;
  }

  bool define(Scope& scope, const Token& token, ValueId id) {
    if (scope.emplace(token.text, id).second) return true;
    return cursor_.fail_at(token.line, fmt::format("%{} is defined twice", token.text));
  }

  // Values up to where no comma follows; none where the next token, or line, starts something else.
  bool values(const Scope& scope, std::vector<ValueId>& out) {
    if (cursor_.token().kind != Token::Kind::value) return true;
    do {
      const Token token = cursor_.token();
      if (!cursor_.expect(Token::Kind::value, "a value")) return false;
      auto found = scope.find(token.text);
      if (found == scope.end())
        return cursor_.fail_at(token.line, fmt::format("no value is called %{} in this block", token.text));
      out.push_back(found->second);
    } while (cursor_.accept(","));
    return true;
  }

  // Ops up to `last`, which is stepped over.
  bool ops(Scope& scope, std::string_view last, int depth) {
    while (!cursor_.accept(last))
      if (!op(scope, depth)) return false;
    return true;
  }

  bool op(Scope& scope, int depth) {
    std::vector<Token> names;
    if (cursor_.token().kind == Token::Kind::value) {
      do {
        names.push_back(cursor_.token());
        if (!cursor_.expect(Token::Kind::value, "a value")) return false;
      } while (cursor_.accept(","));
      if (!cursor_.expect("=")) return false;
    }
    const int line = cursor_.token().line;
    const auto word = cursor_.expect(Token::Kind::word, "an op");
    if (!word) return false;
    const auto kind = find_op(*word);
    if (!kind) return cursor_.fail_at(line, fmt::format("there is no op '{}'", *word));
    FunctionId callee;
    std::vector<ValueId> operands;
    Attributes attributes;
    std::vector<BlockId> blocks;
    if (!called(callee)) return false;
    if (cursor_.token().line == line && !values(scope, operands)) return false;
    if (cursor_.accept("{") && !attribute_list(attributes)) return false;
    if (!block_list(definition(*kind).info.blocks, blocks, depth)) return false;
    if (const auto fault = attribute_fault(*kind, attributes)) {
      found_->add(*fault);
      return pass_on(line);
    }
    return finish_op(scope, names, *kind, std::move(operands), std::move(attributes), std::move(blocks),
                     callee, line);
  }

  bool finish_op(Scope& scope, const std::vector<Token>& names, Kind kind, std::vector<ValueId> operands,
                 Attributes attributes, std::vector<BlockId> blocks, FunctionId callee, int line) {
    Types types;
    const bool typed = cursor_.accept(":");
    if (typed) {
      do {
        const auto type = cursor_.type();
        if (!type) return false;
        types.push_back(*type);
      } while (cursor_.accept(","));
    }
    builder_->derived = cursor_.accept("derived");
    builder_->loc = {};
    if (!location(builder_->loc)) return false;
    const auto results =
        builder_->append_all(kind, std::move(operands), std::move(attributes), std::move(blocks), callee);
    if (!found_->empty()) return pass_on(line);
    if (results.size() != names.size())
      return cursor_.fail_at(line,
                             fmt::format("the op has {} results, not {}", results.size(), names.size()));
    Types inferred;
    for (ValueId id : results) inferred.push_back(builder_->type(id));
    if (typed && !(types == inferred))
      return cursor_.fail_at(line, fmt::format("the types of the results are {}", listed(inferred)));
    for (std::size_t i = 0; i < names.size(); ++i) {
      builder_->function()[results[i]].name = names[i].name;
      if (!define(scope, names[i], results[i])) return false;
    }
    return true;
  }

  bool called(FunctionId& callee) {
    if (cursor_.token().kind != Token::Kind::function) return true;
    callee = signatures_.find(cursor_.token().text);
    if (!callee.valid()) return cursor_.fail(fmt::format("there is no function @{}", cursor_.token().text));
    cursor_.next();
    return true;
  }

  bool attribute_list(Attributes& attributes) {
    return cursor_.list("}", [&] {
      const auto name = cursor_.expect(Token::Kind::word, "the name of an attribute");
      if (!name || !cursor_.expect("=")) return false;
      if (attributes.find(*name)) return cursor_.fail(fmt::format("attribute '{}' is given twice", *name));
      auto value = cursor_.attribute();
      if (value) attributes.set(*name, *std::move(value));
      return value.has_value();
    });
  }

  bool block_list(std::string_view labels, std::vector<BlockId>& blocks, int depth) {
    if (!labels.empty() && depth >= kDeepest) return cursor_.fail("blocks are nested too deeply");
    while (!labels.empty()) {
      const std::string_view label = labels.substr(0, labels.find(' '));
      labels.remove_prefix(std::min(labels.size(), label.size() + 1));
      Parameters taken;
      if (!cursor_.expect(label) || !parameters(taken) || !cursor_.expect("{")) return false;
      const BlockId block = builder_->block(taken.types, taken.names);
      Scope scope;
      for (std::size_t i = 0; i < taken.tokens.size(); ++i)
        if (!define(scope, taken.tokens[i], builder_->function()[block].parameters[i])) return false;
      const BlockId outside = builder_->insert_into(block);
      std::vector<ValueId> results;
      if (!ops(scope, "->", depth + 1) || !values(scope, results) || !cursor_.expect("}")) return false;
      builder_->set_results(results);
      builder_->insert_into(outside);
      blocks.push_back(block);
    }
    return true;
  }

  // What an op's rules said, with the line of the text.
  bool pass_on(int line) {
    for (Diagnostic diagnostic : found_->list()) {
      diagnostic.notes.push_back({{}, fmt::format("line {} of the text", line)});
      diagnostics_.add(std::move(diagnostic));
    }
    return false;
  }

  Cursor cursor_;
  Diagnostics& diagnostics_;
  Module signatures_;
  std::map<std::int64_t, LocId> locations_;
  std::vector<Header> headers_;
  Builder* builder_ = nullptr;
  Diagnostics* found_ = nullptr;
};

}  // namespace

std::optional<Module> parse(std::string_view text, Diagnostics& diagnostics) {
  const auto tokens = tokenize(text, diagnostics);
  if (!tokens) return std::nullopt;
  return Parser(*tokens, diagnostics).run();
}

}  // namespace ir
