#include "tool/lower/context.h"

#include <clang/Lex/Lexer.h>

#include <filesystem>

namespace tool {

Context::Context(Source& source, const Request& request, ir::Module& module)
    : source_(source),
      request_(request),
      module_(module),
      own_types_(source.ast()),
      types_(own_types_),
      functions_(&own_functions_),
      function_(ir::new_function(request.base_name)),
      builder_(module, function_, diagnostics_),
      regions_(function_, builder_) {
  builder_.facts().may_assume = true;
}

Context::Context(Context& outer, const Request& request)
    : source_(outer.source_),
      request_(request),
      module_(outer.module_),
      own_types_(outer.source_.ast()),
      types_(outer.types_),
      functions_(outer.functions_),
      function_(ir::new_function(request.base_name)),
      builder_(module_, function_, diagnostics_),
      regions_(function_, builder_),
      depth_(outer.depth_ + 1),
      held_(outer.held_),
      reported_(outer.reported_),
      refused_(outer.refused_) {
  builder_.facts().may_assume = true;
}

// --- diagnostics ---

void Context::report(clang::SourceLocation at, clang::SourceRange range, std::string_view name,
                      const std::string& text) {
  failed_ = true;
  ++refusals_;
  // What the standard library is refused for is said by who calls it.
  const bool is_installed = frame_ && source_.is_installed(at) && !source_.is_of_standard_library(frame_->function);
  const clang::SourceLocation cause = is_installed ? frame_->function->getLocation() : at;
  // A function that is called twice is wrong once. One in an installed header, which the user won't mend, is wrong as a whole, and
  // so is what is declared elsewhere, wherever it is used.
  const bool is_of_declaration = name == row(Refusal::writable_global).name || name == row(Refusal::unknown_constant).name ||
                                 name == row(Refusal::no_body).name;
  const auto key = is_installed ? std::pair(cause, std::string()) : is_of_declaration ? std::pair(clang::SourceLocation(), text) : std::pair(cause, std::string(name));
  if (!reported_.insert(key).second) return;
  Said said{at, range, std::string(name), text, calls_so_far(), {}, cause};
  if (is_installed) {
    said.notes.emplace_back(at, fmt::format("for this, in '{}'", frame_->function->getQualifiedNameAsString()));
    said.range = {};
    said.at = of_user(at);
  }
  if (held_)
    held_->push_back(said);
  else
    emit(said);
}

// The place, or the user's call that leads there from an installed header.
clang::SourceLocation Context::of_user(clang::SourceLocation at) const {
  for (const Frame* frame = frame_; frame && frame->caller && source_.is_installed(at); frame = frame->caller) at = frame->called_at;
  return at;
}

void Context::emit(const Said& said) {
  source_.report().error(said.at, said.name, said.text, said.range);
  for (const auto& [at, text] : said.calls) source_.report().note(at, text);
  note_request(source_.report(), request_);
  for (const auto& [at, text] : said.notes) source_.report().note(at, text);
}

void Context::note(clang::SourceLocation at, const std::string& text) {
  if (held_)
    held_->back().notes.emplace_back(at, text);
  else
    source_.report().note(at, text);
}

std::vector<std::pair<clang::SourceLocation, std::string>> Context::calls_so_far() const {
  constexpr int kShown = 4;  // at either end of a long chain
  std::vector<std::pair<clang::SourceLocation, std::string>> notes;
  int left = depth_;
  for (const Frame* frame = frame_; frame && frame->caller; frame = frame->caller, --left) {
    if (depth_ - left >= kShown && left > kShown) {
      if (depth_ - left == kShown)
        notes.emplace_back(clang::SourceLocation(), fmt::format("and {} calls more", left - kShown));
      continue;
    }
    if (source_.is_installed(frame->caller->function->getLocation())) continue;  // a call inside a library
    notes.emplace_back(frame->called_at, fmt::format("in the call of '{}' here",
                                                     frame->function->getQualifiedNameAsString()));
  }
  return notes;
}

void Context::report_problems_of_ir() {
  for (; forwarded_ < diagnostics_.list().size(); ++forwarded_) {
    const ir::Diagnostic& problem = diagnostics_.list()[forwarded_];
    report(at_, {}, ir::row(problem.id).name, problem.text);
  }
}

void Context::say_once(Remark remark) {
  std::vector<Remark>& remarks = functions_->remarks;
  if (std::any_of(remarks.begin(), remarks.end(), [&](const Remark& said) { return said.text == remark.text; })) return;
  remark.at = of_user(remark.at);
  remarks.push_back(std::move(remark));
}

Cell Context::refuse_type(clang::SourceLocation at, const std::string& what, clang::QualType type) {
  clang::PrintingPolicy policy(context().getLangOpts());
  policy.SuppressTagKeyword = true;
  type = type.getNonReferenceType();
  // A name that a class gives a type says of which class it is: std::map<int, double>::iterator.
  if (const auto* alias = type->getAs<clang::TypedefType>(); alias && alias->getDecl()->getDeclContext()->isRecord()) type = clang::QualType(alias, 0);
  return refuse(at, {}, Refusal::unsupported_type, what, type.getAsString(policy),
                types_.why_not(type));
}

// --- ops ---

ir::ValueId Context::append(ir::Kind kind, std::vector<ir::ValueId> operands, ir::Attributes attributes) {
  for (ir::ValueId& operand : operands) {
    if (!operand.valid()) return {};
    operand = use(operand);
  }
  return forward(at_here().append(kind, std::move(operands), std::move(attributes)));
}

ir::ValueId Context::use(ir::ValueId value) {
  at_here();
  return regions_.use(value);
}

ir::ValueId Context::forward(ir::ValueId value) {
  report_problems_of_ir();
  return value;
}

// --- places ---

Context::Here::Here(Context& lowering, const clang::Stmt* stmt) : lowering_(lowering), at_(lowering.at_) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(stmt);
  const clang::SourceLocation at = expression ? expression->getExprLoc() : stmt->getBeginLoc();
  if (at.isValid() && !lowering_.pinned_) lowering_.at_ = at;
}

Context::Statement::Statement(Context& lowering, const clang::Stmt* stmt, bool quoted)
    : lowering_(lowering), text_(lowering.statement_) {
  if (quoted && !lowering_.pinned_) lowering_.statement_ = lowering_.quoted(stmt->getSourceRange());
}

Context::CallOf::CallOf(Context& lowering, const std::string& name) : lowering_(lowering), before_(lowering.called_) {
  const bool is_named = name.starts_with("gradc::") && !name.starts_with("gradc::operator");
  lowering_.called_ = is_named ? name.substr(name.find_last_of(':') + 1) : "";
}

ir::Builder& Context::at_here() {
  builder_.loc = locate(at_);
  builder_.called = called_;
  return builder_;
}

ir::LocId Context::locate(clang::SourceLocation at) {
  const clang::SourceManager& sources = source_.source_manager();
  const clang::PresumedLoc presumed = sources.getPresumedLoc(sources.getExpansionLoc(at));
  if (presumed.isInvalid()) return {};
  const ir::LocId id = module_.locate({std::filesystem::path(presumed.getFilename()).filename().string(),
                                       static_cast<int>(presumed.getLine()),
                                       static_cast<int>(presumed.getColumn()), statement_});
  result_.places.emplace(id, at);
  return id;
}

// The text on one line: runs of blanks made single, comments as they are, no semicolon, cut where it is long.
std::string Context::quoted(clang::SourceRange range) const {
  constexpr std::size_t kLongest = 100;
  const clang::SourceManager& sources = source_.source_manager();
  const clang::CharSourceRange whole(
      clang::SourceRange(sources.getExpansionRange(range.getBegin()).getBegin(),
                         sources.getExpansionRange(range.getEnd()).getEnd()),
      true);
  std::string text;
  for (char c : clang::Lexer::getSourceText(whole, sources, context().getLangOpts())) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\';
    if (!blank)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  while (!text.empty() && (text.back() == ';' || text.back() == ' ')) text.pop_back();
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // whole UTF-8 characters
  return text.substr(0, end) + "...";
}

std::string Context::written_condition(const clang::Expr* expr, const char* before) const {
  const bool is_own = !pinned_ && !source_.is_installed(expr->getExprLoc());
  return is_own ? before + quoted(expr->getSourceRange()) : std::string();
}

}  // namespace tool
