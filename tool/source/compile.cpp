#include "tool/source/compile.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tool/base/options.h"
#include "tool/source/clang_compat.h"
#include "tool/source/clang_errors.h"

namespace tool {
namespace {

// The containers of the standard library as plain C++, which is followed: below the runtime's headers.
constexpr const char* kContainers = "/gradc/parsed/std/";
// Headers of other libraries with the bodies of their functions, which include those headers.
constexpr const char* kLibraries = "/gradc/parsed/libraries/";

// Notes down, while the preprocessor runs, what the AST does not keep.
class Recorder : public clang::PPCallbacks {
 public:
  Recorder(Source& source, const clang::SourceManager& sources, VirtualHeaders& headers)
      : source_(source), sources_(sources), headers_(headers) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    const bool is_of_source = sources_.isInMainFile(hash);
    if (is_of_source) source_.includes.push_back({name.str(), angled, hash});
    if (file && is_of_source) behind_.push_back({&file->getFileEntry()});
    if (is_of_source && behind_.size() < source_.includes.size()) behind_.emplace_back();
    if (file && !is_of_source) includes_[file_of(hash)].insert(&file->getFileEntry());
    if (headers_.is_virtual(name)) source_.virtual_stems.insert(VirtualHeaders::stem_of_header(name));
  }

  void FileChanged(clang::SourceLocation at, FileChangeReason reason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    if (reason != EnterFile) return;
    const clang::FileID file = sources_.getFileID(at);
    const clang::OptionalFileEntryRef entry = sources_.getFileEntryRefForID(file);
    const bool is_of_library = entry && entry->getName().contains(kLibraries);
    // Most headers of GNU's library include the one of random integers, which lacks nothing.
    const bool is_container = entry && entry->getName().contains(kContainers) && !entry->getName().ends_with("/uniform_int_dist.h");
    if (is_of_library || is_container) source_.has_followed_containers = true;
    if (is_of_library || clang::SrcMgr::isSystem(kind)) return;
    if (!entry || headers_.is_virtual(entry->getName()) || !entered_.insert(&entry->getFileEntry()).second) return;
    source_.own_files.push_back(file);
  }

  // A generated header in a folder that does not exist yet: skipped now, there at the second parse.
  bool FileNotFound(llvm::StringRef name) override {
    if (!headers_.is_virtual(name)) return false;
    source_.virtual_stems.insert(VirtualHeaders::stem_of_header(name));
    return headers_.claim_folder_of(name);
  }

  void MacroDefined(const clang::Token& name, const clang::MacroDirective* directive) override {
    if (sources_.getFileID(name.getLocation()) == sources_.getMainFileID()) of_main_file_[name.getIdentifierInfo()] = directive->getMacroInfo();
  }
  void Ifdef(clang::SourceLocation at, const clang::Token& name, const clang::MacroDefinition& macro) override { read(at, name, macro); }
  void Ifndef(clang::SourceLocation at, const clang::Token& name, const clang::MacroDefinition& macro) override { read(at, name, macro); }
  void Defined(const clang::Token& name, const clang::MacroDefinition& macro, clang::SourceRange range) override { read(range.getBegin(), name, macro); }

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& macro, clang::SourceRange range,
                    const clang::MacroArgs*) override {
    read(range.getBegin(), name, macro);
    if (name.getIdentifierInfo()->getName() == "GRADC_DIFFERENTIATE")
      source_.request_macros.push_back(sources_.getExpansionLoc(range.getBegin()));
  }

  // At the end: which includes of the main file need which others.
  void note_needs() {
    for (const auto& [reader, definer] : reads_) {
      if (definer.first >= reader || reader >= behind_.size()) continue;
      std::set<const clang::FileEntry*>& files = behind_[reader];
      for (std::vector<const clang::FileEntry*> next(files.begin(), files.end()); !next.empty();) {
        const clang::FileEntry* file = next.back();
        next.pop_back();
        for (const clang::FileEntry* included : includes_[file])
          if (files.insert(included).second) next.push_back(included);
      }
      if (!files.contains(definer.second)) source_.includes[reader].needs.insert(definer.first);
    }
  }

 private:
  const clang::FileEntry* file_of(clang::SourceLocation at) const { return sources_.getFileEntryForID(sources_.getFileID(sources_.getExpansionLoc(at))); }

  // What an included file reads of the macros of the main file and of other files decides what it declares.
  void read(clang::SourceLocation at, const clang::Token& name, const clang::MacroDefinition& defined) {
    if (sources_.isInMainFile(sources_.getExpansionLoc(at))) return;
    note_read(at, defined.getMacroInfo());
    const auto found = of_main_file_.find(name.getIdentifierInfo());
    if (found == of_main_file_.end() || !found->second) return;
    const clang::MacroInfo& macro = *std::exchange(found->second, nullptr);  // each once
    const auto range = clang::CharSourceRange::getTokenRange(macro.getDefinitionLoc(), macro.getDefinitionEndLoc());
    std::string definition = clang::Lexer::getSourceText(range, sources_, clang::LangOptions()).str();
    for (std::size_t end; (end = definition.find("\\\n")) != std::string::npos;) definition.replace(end, 2, " ");
    source_.macros.push_back({name.getIdentifierInfo()->getName().str(), std::move(definition)});
  }

  void note_read(clang::SourceLocation at, const clang::MacroInfo* macro) {
    if (!macro || macro->isBuiltinMacro() || sources_.isInSystemHeader(macro->getDefinitionLoc())) return;
    const clang::FileEntry *reader = file_of(at), *definer = file_of(macro->getDefinitionLoc());
    if (!reader || !definer || reader == definer || !seen_.emplace(reader, definer).second) return;
    const auto to = source_.include_number_of(at), from = source_.include_number_of(macro->getDefinitionLoc());
    if (to && from && *to != *from) reads_.emplace(*to, std::pair(*from, definer));
  }

  Source& source_;
  const clang::SourceManager& sources_;
  VirtualHeaders& headers_;
  std::set<const clang::FileEntry*> entered_;
  std::map<const clang::IdentifierInfo*, const clang::MacroInfo*> of_main_file_;  // null: noted down
  std::vector<std::set<const clang::FileEntry*>> behind_;  // the files of each include of the main file
  std::map<const clang::FileEntry*, std::set<const clang::FileEntry*>> includes_;
  std::set<std::pair<const clang::FileEntry*, const clang::FileEntry*>> seen_;  // reader and definer
  std::set<std::pair<std::size_t, std::pair<std::size_t, const clang::FileEntry*>>> reads_;
};

// What the runtime's functions do is known by their names: their bodies, which are half of what is read for a small source, are
// left out where they hold no assertion about a call.
class Consumer : public clang::ASTConsumer {
 public:
  explicit Consumer(const Places& places) : headers_(places.runtime_include + "/gradc/"), followed_(headers_ + "parsed/") {}

  bool shouldSkipFunctionBody(clang::Decl* decl) override {
    const clang::SourceLocation at = decl->getLocation();
    if (at.isMacroID() || llvm::isa<clang::CXXConstructorDecl>(decl->getAsFunction())) return false;
    const clang::SourceManager& sources = decl->getASTContext().getSourceManager();
    const auto [file, is_new] = files_.try_emplace(sources.getFileID(at), false);
    if (const auto entry = is_new ? sources.getFileEntryRefForID(file->first) : std::nullopt)
      file->second = entry->getName().starts_with(headers_) && !entry->getName().starts_with(followed_);
    return file->second && !asserts(decl, sources.getBufferData(file->first), sources.getFileOffset(at));
  }

 private:
  // Whether the function that is named there has an assertion in its text, or a macro of gradc's that may be one.
  static bool asserts(const clang::Decl* decl, llvm::StringRef text, unsigned offset) {
    clang::Lexer lexer(decl->getLocation(), decl->getASTContext().getLangOpts(), text.begin(), text.begin() + offset, text.end());
    int parentheses = 0, braces = 0;
    for (clang::Token token; !lexer.LexFromRawLexer(token);) {
      if (token.is(clang::tok::raw_identifier) && (token.getRawIdentifier() == "static_assert" || token.getRawIdentifier().starts_with("GRADC_"))) return true;
      parentheses += token.is(clang::tok::l_paren) ? 1 : token.is(clang::tok::r_paren) ? -1 : 0;
      if (parentheses != 0) continue;
      braces += token.is(clang::tok::l_brace) ? 1 : token.is(clang::tok::r_brace) ? -1 : 0;
      if (braces == 0 && token.is(clang::tok::r_brace)) return false;
    }
    return true;
  }

  const std::string headers_, followed_;
  llvm::DenseMap<clang::FileID, bool> files_;
};

class EveryDependency : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
};

class ParseAction : public clang::ASTFrontendAction {
 public:
  ParseAction(Source& source, const CompileSetup& setup) : source_(source), setup_(setup) {}

  // After the parse.
  void note_needs() { recorder_->note_needs(); }
  std::vector<std::string> dependencies() const {
    std::vector<std::string> files;
    for (const std::string& file : dependencies_.getDependencies())
      if (!setup_.headers->is_virtual(file)) files.push_back(file);
    return files;
  }

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    auto recorder = std::make_unique<Recorder>(source_, compiler.getSourceManager(), *setup_.headers);
    recorder_ = recorder.get();
    compiler.getPreprocessor().addPPCallbacks(std::move(recorder));
    if (setup_.collect_dependencies) dependencies_.attachToPreprocessor(compiler.getPreprocessor());
    return std::make_unique<Consumer>(setup_.places);
  }

 private:
  Source& source_;
  const CompileSetup& setup_;
  EveryDependency dependencies_;
  Recorder* recorder_ = nullptr;  // the preprocessor's
};

}  // namespace

// Fills a Source: the one function that may.
class Parse {
 public:
  static std::unique_ptr<Source> run(const CompileSetup& setup, const std::vector<std::string>& flags,
                                     const std::string& path, bool follows_containers) {
    auto source = std::make_unique<Source>(path);
    llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
    options->ShowColors = setup.color;
    source->diagnostics_.enable_colors(setup.color);
    auto printer = std::make_unique<ClangErrors>(source->diagnostics_, options.get());
    const auto engine = compat::diagnostics_engine(*options, printer.get());
    engine->setIgnoreAllWarnings(true);
    source->compiler_ = std::make_unique<clang::CompilerInstance>();
    source->compiler_->setDiagnostics(engine.get());
    source->report_ = std::make_unique<Report>(*engine);

    printer->setPrefix("gradc");  // of what the driver says; errors with a place need none
    std::unique_ptr<clang::CompilerInvocation> invocation;
    if (setup.headers->exists(path))
      invocation = invoke_driver(setup, flags, path, engine, follows_containers);
    else
      engine->Report(engine->getCustomDiagID(clang::DiagnosticsEngine::Error, "there is no file '%0'"))
          << path;
    printer->setPrefix("");
    const ClangErrors& errors = *printer;
    source->printer_ = std::move(printer);
    if (invocation) parse(*source, setup, *invocation);
    source->errors_may_be_of_sizes = errors.may_be_of_sizes();
    return source;
  }

 private:
  static std::unique_ptr<clang::CompilerInvocation> invoke_driver(
      const CompileSetup& setup, const std::vector<std::string>& flags, const std::string& path,
      const llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>& engine, bool follows_containers) {
    const std::vector<std::string> arguments = clang_arguments(setup, flags, path, follows_containers);
    std::vector<const char*> argv;
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    clang::CreateInvocationOptions options;
    options.Diags = engine;
    options.VFS = setup.headers;
    std::unique_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(argv, options);
    // The driver prints an error about a flag that it does not know and goes on.
    return engine->hasErrorOccurred() ? nullptr : std::move(invocation);
  }

  static void parse(Source& source, const CompileSetup& setup, const clang::CompilerInvocation& invocation) {
    clang::CompilerInstance& compiler = *source.compiler_;
    compiler.setInvocation(std::make_shared<clang::CompilerInvocation>(invocation));
    compiler.getFrontendOpts().SkipFunctionBodies = !setup.places.runtime_include.empty();  // of those that the consumer names
    compiler.createFileManager(setup.headers);
    if (!compiler.createTarget()) return;
    auto action = std::make_unique<ParseAction>(source, setup);
    const clang::FrontendInputFile input = compiler.getFrontendOpts().Inputs.front();
    if (!action->BeginSourceFile(compiler, input)) return;
    if (llvm::Error error = action->Execute()) llvm::consumeError(std::move(error));
    action->note_needs();
    source.dependencies = action->dependencies();
    source.action_ = std::move(action);
    source.parsed_ = true;
  }
};

namespace {

// long double is computed as double, so that its limits and constants are those of double where Clang can make it that.
bool makes_long_double_narrow(const std::vector<std::string>& flags) {
  const auto decides = [](const std::string& flag) { return flag.starts_with("--target") || flag == "-target" || flag.starts_with("-mlong-double-"); };
  return std::none_of(flags.begin(), flags.end(), decides) && llvm::Triple(llvm::sys::getDefaultTargetTriple()).isX86();
}

// A source that fails may ask for the size that long double has: where it names that type, or where an error says so.
bool may_ask_for_long_double(const Source& source) {
  if (source.errors_may_be_of_sizes || !source.has_ast()) return true;
  return std::any_of(source.own_files.begin(), source.own_files.end(), [&](clang::FileID file) {
    const llvm::StringRef text = source.source_manager().getBufferData(file);
    return text.contains("long double") || text.contains("LDBL") || text.contains("LONG_DOUBLE");
  });
}

}  // namespace

std::vector<std::string> clang_arguments(const CompileSetup& setup, const std::vector<std::string>& flags,
                                         const std::string& path, bool follows_containers) {
  std::vector<std::string> arguments = {setup.executable, "--driver-mode=g++"};
  const bool has_bodies = follows_containers && !setup.places.runtime_include.empty();
  if (has_bodies) arguments.insert(arguments.end(), {"-I", setup.places.runtime_include + kLibraries});  // before the library's own
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  const bool has_standard = std::any_of(flags.begin(), flags.end(), [](const std::string& flag) {
    return flag.starts_with("-std=") || flag.starts_with("--std=") || flag == "-ansi";
  });
  if (!has_standard) arguments.push_back("-std=c++17");
  if (makes_long_double_narrow(flags)) arguments.push_back("-mlong-double-64");
  arguments.insert(arguments.end(), {"-resource-dir", setup.places.resource_dir, "-D__GRADC__=1",
                                     "-DEIGEN_DONT_VECTORIZE=1",  // bodies in arithmetic, not in instructions of a processor
                                     "-fsyntax-only", "-w", "-ferror-limit=0"});
  if (!setup.places.runtime_include.empty()) {
    arguments.insert(arguments.end(), {"-isystem", setup.places.runtime_include});
    if (has_bodies) arguments.insert(arguments.end(), {"-isystem", setup.places.runtime_include + kContainers});
  }
  const bool has_openmp = std::any_of(flags.begin(), flags.end(), [](const std::string& flag) { return flag.starts_with("-fopenmp"); });
  // Clang's own omp.h stands in a package that few have.
  if (has_openmp && !setup.places.runtime_include.empty())
    arguments.insert(arguments.end(), {"-idirafter", setup.places.runtime_include + "/gradc/parsed"});
  // A virtual header in a folder of its own still includes the user's headers by their plain names.
  const std::size_t slash = path.find_last_of('/');
  arguments.insert(arguments.end(),
                   {"-iquote", slash == std::string::npos ? "." : path.substr(0, slash + 1)});
  // Headers, too, are read as C++ sources.
  arguments.insert(arguments.end(), {"-x", "c++", path});
  return arguments;
}

std::unique_ptr<Source> parse_source(const CompileSetup& setup, const std::vector<std::string>& flags,
                                     const std::string& path) {
  std::unique_ptr<Source> source = Parse::run(setup, flags, path, true);
  // What they lack the library's own have.
  const bool lacks = source->has_followed_containers && source->report().has_errors();
  if (lacks) source = Parse::run(setup, flags, path, false);
  if (!source->report().has_errors() || !makes_long_double_narrow(flags) || !may_ask_for_long_double(*source)) return source;
  std::vector<std::string> wide = flags;
  wide.push_back("-mlong-double-80");
  std::unique_ptr<Source> as_it_is = Parse::run(setup, wide, path, !lacks);
  return as_it_is->report().has_errors() ? std::move(source) : std::move(as_it_is);
}

}  // namespace tool
