// The text forms in docs/ir.md are those of this IR.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "ir/op.h"
#include "ir/text/text.h"
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

// Not those that are one paragraph in ir/ops and nothing else.
TEST(Docs, DescribesTheOpsWithAMeaningOfTheirOwn) {
  const std::string text = page();
  for (const OpDefinition& op : op_table()) {
    const Trait trait = op.info.trait;
    if (trait == Trait::control || trait == Trait::sequence || trait == Trait::constant ||
        trait == Trait::integer) {
      EXPECT_NE(text.find("`" + std::string{op.info.name} + "`"), std::string::npos) << op.info.name;
    }
  }
}

}  // namespace
}  // namespace ir
