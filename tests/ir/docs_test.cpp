// The text forms in docs/ir.md, and its list of ops, are those of this IR.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "ir/op.h"
#include "ir/pass.h"
#include "ir/text.h"
#include "ir/verify.h"

namespace ir {
namespace {

std::string page() {
  std::ifstream stream(GRADC_SOURCE_DIR "/docs/ir.md");
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Docs, SnippetsReadAndVerify) {
  const std::string text = page(), fence = "```gir\n";
  int snippets = 0;
  for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at)) {
    at += fence.size();
    const std::string snippet = text.substr(at, text.find("```", at) - at);
    Diagnostics diagnostics;
    const auto module = parse(snippet, diagnostics);
    ASSERT_TRUE(module) << diagnostics.text() << snippet;
    EXPECT_TRUE(verify(*module, diagnostics)) << diagnostics.text() << snippet;
    ++snippets;
  }
  EXPECT_GE(snippets, 6);
}

TEST(Docs, EveryOpAndPassIsNamed) {
  const std::string text = page();
  for (const OpDefinition& op : op_table())
    EXPECT_NE(text.find("`" + std::string{op.info.name} + "`"), std::string::npos) << op.info.name;
  for (const PassInfo& pass : pass_table())
    EXPECT_NE(text.find("`" + std::string{pass.name}), std::string::npos) << pass.name;
}

}  // namespace
}  // namespace ir
