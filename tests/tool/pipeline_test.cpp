// The seam: what the driver hands to the pipeline, and what it does with what comes back.
#include "tool/cli/pipeline.h"

#include "shell.h"
#include "tool/cli/driver.h"

namespace tool {
namespace {

class Seam : public ShellTest {
 protected:
  int run_with(const std::vector<std::string>& args, const Pipeline& pipeline) const {
    std::vector<std::string> all = args;
    all.insert(all.end(), {"-o", path("gen"), "--", "-I" + path("include")});
    return run(all, GRADC_EXECUTABLE, pipeline);
  }
  static Pipeline pipeline_of(
      std::function<std::optional<std::vector<OutputText>>(const Unit&)> process,
      std::function<std::string(const Unit&)> declarations = [](const Unit&) { return std::string(); }) {
    return {std::move(process), std::move(declarations)};
  }
};

TEST_F(Seam, DeclarationsAreSeenByTheSourceThatIncludesThem) {
  write("m.h", "#pragma once\n" + kModel.substr(0, kModel.find("{ return")) + ";\n}\n");
  write("m.cpp",
        "#include \"m.h\"\n#include \"m.grad.h\"\nfloat ns::loss(float x) { return x * x; }\n"
        "GRADC_DIFFERENTIATE(jvp) float outer(float x) { return ns::loss_gradient(x).grad; }\n");
  std::vector<std::string> asked, processed;
  const int status =
      run_with({path("m.cpp")}, pipeline_of(
                                    [&](const Unit& unit) -> std::optional<std::vector<OutputText>> {
                                      for (const Request& request : unit.requests)
                                        processed.push_back(request.function);
                                      return std::vector<OutputText>{};
                                    },
                                    [&](const Unit& unit) {
                                      for (const Request& request : unit.requests)
                                        asked.push_back(request.function);
                                      return std::string(
                                          "#pragma once\n#include \"m.h\"\nnamespace ns { struct R { float "
                                          "grad; }; R loss_gradient(float x); }\n");
                                    }));
  EXPECT_EQ(status, kDone);
  EXPECT_EQ(asked, (std::vector<std::string>{"ns::loss", "outer"}));
  EXPECT_EQ(processed, asked);
}

TEST_F(Seam, TheIncludeThatBringsADeclarationIsTheMainFilesOwn) {
  write("inner.h", "#pragma once\n" + kModel.substr(0, kModel.find("{ return")) + ";\n}\n");
  write("outer.h", "#include \"inner.h\"\n");
  write("m.cpp",
        "#include <stddef.h>\n#include \"outer.h\"\nfloat ns::loss(float x) { return x; }\n"
        "GRADC_DIFFERENTIATE(vjp) float own(float x) { return x; }\n");
  std::string includes;
  EXPECT_EQ(run_with({path("m.cpp")}, pipeline_of([&](const Unit& unit) {
                       for (const Request& request : unit.requests) {
                         const auto include = unit.source.include_of(request.declaration->getLocation());
                         includes += include ? include->text() + "\n" : "none\n";
                       }
                       return std::optional<std::vector<OutputText>>(std::in_place);
                     })),
            kDone);
  EXPECT_EQ(includes, "\"outer.h\"\nnone\n");
}

TEST_F(Seam, ARefusalByThePipelineWritesNothing) {
  write("a.cpp", kModel);
  write("b.cpp", kModel);
  int calls = 0;
  const int status = run_with({path("a.cpp"), path("b.cpp")},
                              pipeline_of([&](const Unit& unit) -> std::optional<std::vector<OutputText>> {
                                EXPECT_EQ(unit.sources.size(), 2u);
                                if (++calls == 2) return std::vector<OutputText>{{"b.grad.h", "text"}};
                                unit.source.report().error(unit.requests[0].at, "unknown_item", "refused");
                                return std::nullopt;
                              }));
  EXPECT_EQ(status, kRefused);
  EXPECT_EQ(calls, 2) << "problems of both are told";
  EXPECT_FALSE(exists("gen"));
}

}  // namespace
}  // namespace tool
