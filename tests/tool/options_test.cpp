// The command line as data: every option in both forms, what pairs with what, what is refused.
#include "tool/base/options.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

Options good(const std::vector<std::string>& args) {
  ParsedOptions parsed = parse_options(args);
  EXPECT_EQ(parsed.error, "");
  return parsed.options.value_or(Options{});
}
std::string complaint(const std::vector<std::string>& args) {
  ParsedOptions parsed = parse_options(args);
  EXPECT_FALSE(parsed.options.has_value());
  return parsed.error;
}

TEST(Options, DefaultIsCppBesideTheSource) {
  const Options options = good({"src/model.cpp"});
  EXPECT_EQ(options.command, Command::generate);
  EXPECT_EQ(options.emits, std::vector<Emit>{Emit::cpp});
  EXPECT_EQ(output_dir_of(options, "src/model.cpp"), "src");
  EXPECT_EQ(output_dir_of(options, "model.cpp"), "");
  EXPECT_EQ(output_dir_of(options, "/model.cpp"), "/");
}

TEST(Options, ValuesAreAcceptedJoinedAndSeparate) {
  for (const Options& options :
       {good({"-o", "gen", "-p", "build", "--emit=ir,plan", "--depfile=a.d", "--color=never",
              "--resource-dir=r", "--depfile-target=t", "a.cpp"}),
        good({"a.cpp", "-o=gen", "-p=build", "--emit", "ir,plan", "--depfile", "a.d", "--color", "never",
              "--resource-dir", "r", "--depfile-target", "t"})}) {
    EXPECT_EQ(options.output_dir, "gen");
    EXPECT_EQ(options.build_dir, "build");
    EXPECT_EQ(options.emits, (std::vector<Emit>{Emit::ir, Emit::plan}));
    EXPECT_EQ(options.depfile, "a.d");
    EXPECT_EQ(options.depfile_target, "t");
    EXPECT_EQ(options.color, Color::never);
    EXPECT_EQ(options.resource_dir, "r");
    EXPECT_EQ(options.sources, std::vector<std::string>{"a.cpp"});
  }
}

TEST(Options, FlagsAreRead) {
  const Options options =
      good({"--list", "--print-after-all", "--verify-each", "--time-passes", "-v", "a.cpp"});
  EXPECT_EQ(options.command, Command::list);
  EXPECT_TRUE(options.print_after_all && options.verify_each && options.time_passes && options.verbose);
  EXPECT_TRUE(good({"-q", "a.cpp"}).quiet);
}

TEST(Options, EverythingAfterTwoDashesIsTheCompilers) {
  const Options options = good({"a.cpp", "--", "-I", "x", "--list", "--", "b.cpp"});
  EXPECT_EQ(options.sources, std::vector<std::string>{"a.cpp"});
  EXPECT_EQ(options.compiler_flags, (std::vector<std::string>{"-I", "x", "--list", "--", "b.cpp"}));
  EXPECT_TRUE(good({"a.cpp", "--"}).has_compiler_flags);
}

TEST(Options, DashAsOutputPrints) {
  EXPECT_TRUE(good({"-o", "-", "a.cpp"}).to_stdout);
  EXPECT_FALSE(good({"-o", "-", "-o", "gen", "a.cpp"}).to_stdout);
}

TEST(Options, FunctionsPairWithWhatFollowsThem) {
  const Options options = good({"--function=ns::f", "--differentiate=gradient", "--differentiate",
                                "jvp, as(g)", "--function", "h", "--differentiate=vjp", "a.cpp"});
  ASSERT_EQ(options.functions.size(), 3u);
  EXPECT_EQ(options.functions[1].function, "ns::f");
  EXPECT_EQ(options.functions[1].items, "jvp, as(g)");
  EXPECT_EQ(options.functions[2].function, "h");
  EXPECT_NE(complaint({"--differentiate=gradient", "a.cpp"}).find("--function=NAME before it"),
            std::string::npos);
  EXPECT_NE(complaint({"--function=f", "a.cpp"}).find("needs a --differentiate"), std::string::npos);
}

TEST(Options, EmitRefusesWhatItDoesNotKnowByName) {
  EXPECT_EQ(complaint({"--emit=ir,asm", "a.cpp"}),
            "unknown value 'asm' of --emit; it takes cpp, cuda, ir, grad, opt, plan, kernels, dot and report");
  EXPECT_EQ(complaint({"--emit=json", "a.cpp"}), "--emit=json is not available in this version of gradc");
  EXPECT_EQ(complaint({"--verify", "--emit=ir", "a.cpp"}), "--verify tests C++: add cpp to --emit");
  EXPECT_TRUE(good({"--verify", "a.cpp"}).verify);
}

TEST(Options, EmitRowsAreInTheOrderOfTheEnum) {
  for (Emit emit : {Emit::cpp, Emit::cuda, Emit::ir, Emit::grad, Emit::opt, Emit::plan, Emit::kernels, Emit::dot, Emit::json,
                    Emit::report})
    EXPECT_EQ(emit_row(emit).emit, emit);
}

TEST(Options, WrongUsageIsNamed) {
  EXPECT_EQ(complaint({}), "no source given; see 'gradc --help'");
  EXPECT_EQ(complaint({"--emmit=ir", "a.cpp"}), "unknown option '--emmit'; did you mean '--emit'?");
  EXPECT_NE(complaint({"-Iinclude", "a.cpp"}).find("go after '--'"), std::string::npos);
  EXPECT_NE(complaint({"-pthread", "a.cpp"}).find("unknown option '-pthread'"), std::string::npos);
  EXPECT_EQ(complaint({"a.cpp", "-o"}), "-o needs a value: DIR");
  EXPECT_EQ(complaint({"a.cpp", "-o", "--", "-I."}), "-o needs a value: DIR");
  EXPECT_EQ(complaint({"a.cpp", "--depfile="}), "the value of --depfile is empty");
  EXPECT_EQ(complaint({"--list=yes", "a.cpp"}), "--list takes no value");
  EXPECT_EQ(complaint({"--color=blue", "a.cpp"}),
            "unknown value 'blue' of --color; it takes auto, always or never");
  EXPECT_EQ(complaint({"--depfile-target=x", "a.cpp"}), "--depfile-target needs --depfile=FILE");
  EXPECT_EQ(complaint({"-"}), "gradc does not read a source from standard input");
}

TEST(Options, ASurveyTakesWhatItCanUse) {
  EXPECT_EQ(good({"--explain-refusals", "-p", "build"}).command, Command::explain_refusals);
  EXPECT_EQ(good({"--explain-refusals", "a/m.cpp", "b/m.cpp"}).sources.size(), 2u);
  EXPECT_NE(complaint({"--explain-refusals"}).find("needs a source, or -p DIR"), std::string::npos);
  EXPECT_NE(complaint({"--explain-refusals", "-p", "build", "-o", "gen"}).find("leave out -o"), std::string::npos);
  EXPECT_NE(complaint({"--explain-refusals", "m.cpp", "--check"}).find("--check has no meaning"), std::string::npos);
  EXPECT_NE(complaint({"--explain-refusals", "m.cpp", "--function=f", "--differentiate=gradient"}).find("leave out --function"), std::string::npos);
}

TEST(Options, SourcesOfOneStemInOneFolderAreRefused) {
  EXPECT_NE(complaint({"-o", "gen", "a/m.cpp", "b/m.cpp"}).find("same files"), std::string::npos);
  EXPECT_NE(complaint({"m.cpp", "./m.cc"}).find("same files"), std::string::npos);
  EXPECT_EQ(good({"a/m.cpp", "b/m.cpp"}).sources.size(), 2u);
  EXPECT_EQ(good({"-o", "-", "a/m.cpp", "b/m.cpp"}).sources.size(), 2u);
}

TEST(Options, SubcommandsHaveOptionsOfTheirOwn) {
  const Options opt = good({"opt", "--passes=cse,dce", "--verify-each", "x.gir"});
  EXPECT_EQ(opt.command, Command::opt);
  EXPECT_EQ(opt.passes, "cse,dce");
  EXPECT_TRUE(opt.verify_each);
  EXPECT_EQ(complaint({"opt"}), "'gradc opt' takes one FILE.gir");
  EXPECT_EQ(complaint({"opt", "--depfile=x", "x.gir"}),
            "unknown option '--depfile' of 'gradc opt'; see 'gradc --help'");
  EXPECT_EQ(complaint({"--passes=cse", "a.cpp"}).substr(0, 25), "unknown option '--passes'");
  EXPECT_EQ(good({"explain", "unknown_item"}).explain_name, "unknown_item");
  EXPECT_EQ(good({"explain"}).explain_name, "");
  EXPECT_NE(complaint({"explain", "jump", "effect"}).find("takes one name"), std::string::npos);
}

TEST(Options, HelpAndVersionNeedNothingElse) {
  EXPECT_EQ(good({"--help"}).command, Command::help);
  EXPECT_EQ(good({"--version", "--nonsense"}).command, Command::version);
  const std::string help = help_text();
  for (const char* option :
       {"-o DIR", "-p DIR", "--emit=LIST", "--function=NAME", "--differentiate=ITEMS", "--list", "--explain-refusals",
        "--depfile=FILE", "--verify", "--print-after-all", "--verify-each", "--time-passes", "--color=WHEN",
        "-v", "-q", "--version", "--help", "gradc opt", "gradc explain"})
    EXPECT_NE(help.find(option), std::string::npos) << option;
}

TEST(Options, StemsAreWhatStandsBeforeTheLastDot) {
  EXPECT_EQ(stem_of("a/b.c/model.v2.cpp"), "model.v2");
  EXPECT_EQ(stem_of("model"), "model");
  EXPECT_EQ(stem_of(".hidden"), ".hidden");
}

}  // namespace
}  // namespace tool
