#include "tool/request/find.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "codegen/interface/kinds.h"
#include "tool/request/check_request.h"

namespace tool {
namespace {

using clang::FunctionDecl;
using clang::SourceLocation;

constexpr llvm::StringRef kAnnotation = "gradc.differentiate";

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

// The string that the annotation carries; nothing for an annotation that is not ours.
std::optional<llvm::StringRef> text_of_annotation(const clang::AnnotateAttr& attribute) {
  if (attribute.getAnnotation() != kAnnotation || attribute.args_size() != 1) return std::nullopt;
  const clang::Expr* argument = (*attribute.args_begin())->IgnoreParenImpCasts();
  if (const auto* constant = llvm::dyn_cast<clang::ConstantExpr>(argument))
    argument = constant->getSubExpr()->IgnoreParenImpCasts();
  const auto* literal = llvm::dyn_cast<clang::StringLiteral>(argument);
  return literal ? std::optional(literal->getString()) : std::nullopt;
}

std::string without_blanks(llvm::StringRef text) {
  std::string out;
  for (char c : text)
    if (!is_blank(c)) out += c;
  return out;
}

class Finder {
 public:
  Finder(Source& source, std::vector<FunctionQuery>& queries)
      : source_(source), sources_(source.source_manager()), queries_(queries) {}

  Found run() {
    walk(*source_.ast().getTranslationUnitDecl());
    if (!source_.report().has_errors()) report_misplaced();
    add_annotated();
    for (FunctionQuery& query : queries_)
      if (!query.found) add_queried(query);
    check_names(source_.report(), found_.requests);
    return std::move(found_);
  }

 private:
  struct Annotated {
    const FunctionDecl* carrier;
    const clang::AnnotateAttr* attribute;
    llvm::StringRef text;
  };

  // Walks what can hold functions: cheaper by far than a visitor of every node of every header.
  void walk(const clang::DeclContext& context) {
    for (const clang::Decl* declaration : context.decls()) visit(declaration);
  }

  void visit(const clang::Decl* declaration) {
    if (const auto* function = llvm::dyn_cast<FunctionDecl>(declaration)) return add(function);
    if (const auto* function = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
      return add(function->getTemplatedDecl());
    if (const auto* friends = llvm::dyn_cast<clang::FriendDecl>(declaration)) {
      if (friends->getFriendDecl()) visit(friends->getFriendDecl());
    } else if (const auto* record = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
      walk(*record->getTemplatedDecl());
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl,
                         clang::CXXRecordDecl>(declaration)) {
      walk(*llvm::cast<clang::DeclContext>(declaration));
    }
  }

  void add(const FunctionDecl* function) {
    if (function->hasAttrs())
      for (const auto* attribute : function->specific_attrs<clang::AnnotateAttr>())
        if (const auto text = text_of_annotation(*attribute); text && !attribute->isInherited()) {
          annotated_.push_back({function, attribute, *text});
          seen_macros_.insert(sources_.getExpansionLoc(attribute->getLocation()).getRawEncoding());
        }
    const bool in_main = sources_.isInMainFile(sources_.getExpansionLoc(function->getLocation()));
    if (in_main && function->isThisDeclarationADefinition() && function->getDeclName().isIdentifier())
      found_.defined_names.push_back(function->getQualifiedNameAsString());
    if (!queries_.empty() && function->getDeclName().isIdentifier())
      for (std::size_t i = 0; i < queries_.size(); ++i)
        if (names(queries_[i], *function)) matches_[i].insert(function->getCanonicalDecl());
  }

  static bool names(const FunctionQuery& query, const FunctionDecl& function) {
    llvm::StringRef name =
        llvm::StringRef(query.function).take_until([](char c) { return c == '('; }).rtrim();
    name.consume_front("::");
    const auto [scope, last] = name.rsplit("::");
    if (function.getName() != (last.empty() ? scope : last)) return false;
    // A namespace without a name is left out.
    constexpr std::string_view kUnnamed = "(anonymous namespace)::";
    std::string qualified = function.getQualifiedNameAsString();
    for (std::size_t at = qualified.find(kUnnamed); at != std::string::npos; at = qualified.find(kUnnamed, at))
      qualified.erase(at, kUnnamed.size());
    return qualified == name;
  }

  void report_misplaced() {
    for (SourceLocation macro : source_.request_macros)
      if (!seen_macros_.count(macro.getRawEncoding()))
        source_.report().error(macro, DiagnosticId::misplaced_request);
  }

  void add_annotated() {
    for (const Annotated& annotated : annotated_) {
      const SourceLocation at = sources_.getExpansionLoc(annotated.attribute->getLocation());
      if (const std::string what = why_not_free(*annotated.carrier); !what.empty()) {
        source_.report().error(at, DiagnosticId::not_a_free_function,
                               annotated.carrier->getQualifiedNameAsString(), what);
        continue;
      }
      const FunctionDecl* definition = annotated.carrier->getDefinition();
      const std::string name = annotated.carrier->getQualifiedNameAsString();
      if (!definition) {
        if (sources_.isInMainFile(at) && !source_.report().has_errors())
          source_.report().error(at, DiagnosticId::no_definition, name);
        continue;
      }
      if (!sources_.isInMainFile(sources_.getExpansionLoc(definition->getLocation()))) {
        found_.defined_in_headers.push_back(name);
        continue;
      }
      Request request;
      request.definition = definition;
      request.declaration = annotated.carrier;
      request.at = at;
      locate_text(annotated, request);
      ParsedItems parsed = parse_items(annotated.text);
      for (const ItemProblem& problem : parsed.problems)
        source_.report().error(request.item_location(problem.offset), row(problem.id).name, problem.text);
      add_request(std::move(request), std::move(parsed.items), parsed.problems.empty());
    }
  }

  // The annotation's text is that of the macro's arguments with blanks made single: their other characters
  // are the same, one by one, which is what maps an offset in the text to a place in the source.
  void locate_text(const Annotated& annotated, Request& request) const {
    const clang::CharSourceRange range = sources_.getExpansionRange(annotated.attribute->getLocation());
    bool invalid = false;
    const llvm::StringRef written =
        clang::Lexer::getSourceText(range, sources_, source_.ast().getLangOpts(), &invalid);
    const std::size_t open = written.find('(');
    if (invalid || open == llvm::StringRef::npos) return;
    std::vector<unsigned> columns;
    std::size_t at = open + 1;
    for (char c : annotated.text) {
      while (at < written.size() && is_blank(written[at]) && !is_blank(c)) ++at;
      if (at == written.size() || (is_blank(c) ? !is_blank(written[at]) : written[at] != c)) return;
      columns.push_back(static_cast<unsigned>(at - open - 1));
      ++at;
    }
    request.text_at = range.getBegin().getLocWithOffset(static_cast<int>(open) + 1);
    request.columns = std::move(columns);
  }

  void add_request(Request request, Items items, bool items_are_good) {
    request.items = std::move(items);
    request.function = request.definition->getQualifiedNameAsString();
    request.base_name = request.items.as.empty() ? request.definition->getNameAsString() : request.items.as;
    // Several requests on one function: its parameters are complained about once.
    const auto [place, is_new] = good_signatures_.try_emplace(request.definition, false);
    if (is_new) place->second = check_signature(source_.report(), request);
    if (items_are_good && place->second) found_.requests.push_back(std::move(request));
  }

  // Those of a query's matches whose parameter types are the ones that it names; all where it names none.
  std::vector<const FunctionDecl*> chosen(std::size_t index) {
    const std::string& function = queries_[index].function;
    const std::size_t open = function.find('(');
    std::vector<const FunctionDecl*> list;
    for (const FunctionDecl* match : matches_[index]) {
      if (open != std::string::npos &&
          without_blanks(signature(*match)) != without_blanks(function.substr(open)))
        continue;
      list.push_back(match);
    }
    std::sort(list.begin(), list.end(), [&](const FunctionDecl* a, const FunctionDecl* b) {
      return sources_.isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
    });
    return list;
  }

  void add_queried(FunctionQuery& query) {
    std::vector<const FunctionDecl*> defined;
    for (const FunctionDecl* function : chosen(static_cast<std::size_t>(&query - queries_.data()))) {
      if (const std::string what = why_not_free(*function); !what.empty()) {
        source_.report().error(function->getLocation(), DiagnosticId::not_a_free_function,
                               function->getQualifiedNameAsString(), what);
        query.found = true;
      } else if (const FunctionDecl* definition = function->getDefinition()) {
        defined.push_back(definition);
      } else {
        query.declared_only = true;
      }
    }
    if (defined.empty()) return;
    query.found = true;
    if (defined.size() > 1) {
      source_.report().error(defined[0]->getLocation(), DiagnosticId::ambiguous_function, query.function,
                             "--function='" + query.function + signature(*defined[0]) + "'");
      for (std::size_t i = 1; i < defined.size(); ++i)
        source_.report().note(defined[i]->getLocation(),
                              "or '" + query.function + signature(*defined[i]) + "'");
      return;
    }
    // The first declaration is the one that users of the function see.
    Request request;
    request.definition = defined.front();
    request.declaration = defined.front()->getFirstDecl();
    add_request(std::move(request), query.items, true);
  }

  Source& source_;
  const clang::SourceManager& sources_;
  std::vector<FunctionQuery>& queries_;
  std::vector<Annotated> annotated_;
  std::set<SourceLocation::UIntTy> seen_macros_;
  std::map<std::size_t, std::set<const FunctionDecl*>> matches_;  // by index of the query
  std::map<const FunctionDecl*, bool> good_signatures_;
  Found found_;
};

}  // namespace

std::string Request::parameter_name(unsigned i) const {
  for (const clang::FunctionDecl* one : {declaration, definition})
    if (std::string name = one->getParamDecl(i)->getNameAsString(); !name.empty()) return name;
  return fmt::format("argument_{}", i + 1);
}

SourceLocation Request::item_location(std::size_t offset) const {
  if (columns.empty()) return at;
  return text_at.getLocWithOffset(static_cast<int>(columns[std::min(offset, columns.size() - 1)]));
}

Found find_requests(Source& source, std::vector<FunctionQuery>& queries) {
  return Finder(source, queries).run();
}

void note_request(Report& report, const Request& request) {
  std::string kinds;
  for (const KindRequest& kind : request.items.kinds) {
    if (!kinds.empty()) kinds += &kind == &request.items.kinds.back() ? " and " : ", ";
    kinds += codegen::kind_row(kind.kind).name;
  }
  if (kinds.empty()) kinds = "derivative";
  const bool here = request.at.isValid();
  report.note(here ? request.at : request.definition->getLocation(),
              fmt::format("in the {} of '{}' requested {}", kinds, request.function,
                          here ? "here" : "with --function"));
}

}  // namespace tool
