// What is generated compiles without warnings and computes what the IR says.
#include <gtest/gtest.h>

#include "run.h"

namespace {

using cases::Case;
using codegen::DerivativeKind;
using enum codegen::DerivativeKind;

TEST(GeneratedCode, AgreesWithTheReference) {
  Case c;
  c.add(cases::mlp(), {{gradient, {{"params"}}},
                       {vjp, {{"params", "w1"}, {"params", "b2"}, {"x"}}},
                       {jvp, {{"params", "b1"}, {"x"}}}});
  c.add(cases::normalised(), {{vjp, {{"x"}, {"scale"}, {"shift"}, {"eps"}}}, {jvp, {{"x"}, {"eps"}}}});
  c.add(cases::scalars(), {{gradient, {{"a"}, {"b"}}}, {vjp, {{"b"}}}, {jvp, {{"a"}, {"b"}}}});
  c.add(cases::moved(), {{gradient, {{"table"}, {"w"}}}, {vjp, {{"table"}}}, {jvp, {{"w"}}}});
  c.add(cases::halves(), {{vjp, {{"x"}, {"s"}, {"z"}}}, {jvp, {{"y"}, {"z"}}}});
  c.add(cases::integers(), {{vjp, {{"x"}}}, {jvp, {{"x"}}}});
  c.add(cases::passed_on(), {{vjp, {{"out"}, {"workspace"}, {"memory"}}}, {jvp, {{"memory"}, {"out"}}}});
  check_against_reference(c, cases::model_header(),
                          {{"loss", {{"params.w1.0", 4}, {"params.w1.1", 5}, {"params.w2.1", 4}, {"x.0", 3}}},
                           {"normalised", {{"x.0", 3}, {"x.1", 5}}},
                           {"moved", {{"table.0", 4}, {"table.1", 3}, {"ids.0", 5}, {"%extent_table_0", 4}}},
                           {"halves", {{"x.0", 7}}},
                           {"counted", {{"x.0", 6}}},
                           {"passed_on", {{"out.0", 2}, {"out.1", 3}}}});
}

}  // namespace
