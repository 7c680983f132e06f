// Generated files are a function of the source alone: not of the folder, the way the source is named, the run, or the
// build of gradc. For the last, the files in tests/golden/cpp stand for every other build; GRADC_UPDATE=1 rewrites them.
#include "shell.h"

namespace {

class Determinism : public ShellTest {
 protected:
  static std::string golden(const std::string& name) { return std::string(GRADC_GOLDEN_CPP) + "/" + name; }
  static std::string text_of(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  void copy_model(const std::string& folder) const {
    for (const char* name : {"model.h", "model.cpp"}) write(folder + "/" + name, text_of(golden(name)));
  }
};

TEST_F(Determinism, OutputsAreThoseOfEveryOtherBuild) {
  copy_model("a");
  const Outcome run = gradc("a/model.cpp -o gen");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* name : {"model.grad.h", "model.grad.cpp"}) {
    const std::string now = read(std::string("gen/") + name);
    if (std::getenv("GRADC_UPDATE")) std::ofstream(golden(name)) << now;
    EXPECT_EQ(now, text_of(golden(name))) << name;
  }
}

// On the include path of the user they are no system headers; they counted as functions of the user, whose calls multiply.
TEST_F(Determinism, HowTheHeadersOfGradcAreFoundDoesNotShow) {
  write("net.h", R"(#pragma once
#include <gradc/gradc.h>
struct Layer { gradc::Matrix<double> w; gradc::Vector<double> b; };
inline gradc::Matrix<double> apply(const Layer& layer, const gradc::Matrix<double>& x) {
  return gradc::tanh(gradc::matmul(x, layer.w) + layer.b);
}
struct Net { Layer a, b, c, d; };
)");
  write("net.cpp", R"(#include "net.h"
GRADC_DIFFERENTIATE(gradient) double loss(const Net& n, const gradc::Matrix<double>& x) {
  return gradc::sum(apply(n.d, apply(n.c, apply(n.b, apply(n.a, x)))));
}
)");
  ASSERT_EQ(gradc("net.cpp -o found").status, 0);
  ASSERT_EQ(gradc("net.cpp -o given -- -std=c++17 -I '" GRADC_REPOSITORY "/runtime/include'").status, 0);
  const auto derivatives = [&](const std::string& folder) {
    const std::string text = read(folder + "/net.grad.cpp");
    return text.substr(text.find("#include"));  // after what says how it was made
  };
  EXPECT_EQ(derivatives("found"), derivatives("given"));
}

TEST_F(Determinism, FoldersAndPathsDoNotShow) {
  copy_model("a");
  copy_model("far/away from/here");
  ASSERT_EQ(gradc("a/model.cpp -o one").status, 0);
  ASSERT_EQ(gradc("'" + path("far/away from/here/model.cpp") + "' -o two").status, 0);
  ASSERT_EQ(shell("cd 'far/away from' && \"$GRADC\" ./here/../here/model.cpp -o \"$OLDPWD/three\"").status, 0);
  for (const char* name : {"/model.grad.h", "/model.grad.cpp"}) {
    const std::string one = read(std::string("one") + name);
    EXPECT_FALSE(one.empty());
    EXPECT_EQ(read(std::string("two") + name), one);
    EXPECT_EQ(read(std::string("three") + name), one);
    EXPECT_EQ(one.find(dir_.string()), std::string::npos);
  }
}

TEST_F(Determinism, TheOrderOfSourcesDoesNotShow) {
  copy_model("a");
  write("a/other.cpp",
        "#include <gradc/gradc.h>\nGRADC_DIFFERENTIATE(gradient) double f(double x) { return x * x; }\n");
  ASSERT_EQ(gradc("a/model.cpp a/other.cpp -o one").status, 0);
  ASSERT_EQ(gradc("a/other.cpp a/model.cpp -o two").status, 0);
  for (const char* name : {"/model.grad.cpp", "/other.grad.cpp", "/model.grad.h", "/other.grad.h"})
    EXPECT_EQ(read(std::string("one") + name), read(std::string("two") + name)) << name;
}

}  // namespace
