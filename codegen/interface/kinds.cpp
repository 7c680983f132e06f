#include "codegen/interface/kinds.h"

#include <array>

namespace codegen {
namespace {

using Kind = DerivativeKind;

constexpr std::size_t kRequested = 6;
// In the order of the enumeration.
constexpr std::array<KindRow, 8> kTable{{
    // kind, name, of_number, has_rows, has_blocks, batch
    {Kind::gradient, "gradient", true, true, false, {}},
    {Kind::vjp, "vjp", false, true, false, Kind::vjp_batch},
    {Kind::jvp, "jvp", false, false, false, Kind::jvp_batch},
    {Kind::hvp, "hvp", true, false, false, {}},
    {Kind::hessian, "hessian", true, false, true, {}},
    {Kind::jacobian, "jacobian", false, false, true, {}},
    {Kind::jvp_batch, "jvp_batch", false, false, false, {}},
    {Kind::vjp_batch, "vjp_batch", false, false, false, {}},
}};

}  // namespace

const KindRow& kind_row(DerivativeKind kind) { return kTable[static_cast<std::size_t>(kind)]; }

std::span<const KindRow> requested_kinds() { return std::span(kTable).first(kRequested); }

}  // namespace codegen
