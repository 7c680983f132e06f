// Loops of OpenMP, whose trips depend on nothing that others leave. Their own names begin with `omp`.
#include <iterator>

#include "generator.h"

namespace programs {

void Generator::parallel_loop(std::vector<Stmt>& to) {
  const Variable* sum = any(Kind::real, true);
  if (!sum) return declaration(to);
  const Expr target = mention(*sum, true), factor = real(1);
  // What is evaluated before the loop has no effects in its trips.
  const auto add = [&](const std::string& loop, std::vector<Expr> more) {
    std::vector<Expr> args{target, factor};
    args.insert(args.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    to.push_back(plain("{\n  const double omp_c = $1;\n" + loop + "\n}", std::move(args)));
  };
  const Variable *t = any(Kind::any_tensor), *m = any(Kind::any_matrix);
  switch (below(6)) {
    case 0:
      return add("  double omp_s = 0.5, omp_p = omp_c;\n"
                 "#pragma omp parallel for private(omp_p) reduction(+ : omp_s) schedule(static)\n"
                 "  for (int omp_i = 0; omp_i < 3; ++omp_i) {\n"
                 "    omp_p = omp_c * (omp_i + 1);\n"
                 "    omp_s += std::sin(omp_p) * omp_p;\n"
                 "  }\n  $0 += omp_s;",
                 {});
    case 1:
      return add("  double omp_b[2] = {omp_c, 0.5};\n"
                 "#pragma omp parallel for\n"
                 "  for (int omp_i = 0; omp_i < $2; ++omp_i) {\n"
                 "    const double omp_v = std::cos(omp_c * omp_i);\n"
                 "#pragma omp atomic\n"
                 "    omp_b[omp_i % 2] += omp_v;\n"
                 "  }\n  $0 += omp_b[0] * omp_b[1];",
                 {index(kExtent)});
    case 2: {
      std::vector<Expr> size{t ? make(Kind::integer, "static_cast<int>($0.extent(0))", {mention(*t)}) : index(kExtent)};
      return add("  gradc::Vector<double> omp_y(gradc::Shape{$2});\n"
                 "#pragma omp for simd\n"
                 "  for (int omp_i = 0; omp_i < static_cast<int>(omp_y.extent(0)); ++omp_i) omp_y(omp_i) = std::tanh(omp_c + 0.5 * omp_i);\n"
                 "  $0 += static_cast<double>(gradc::sum(omp_y * omp_y));",
                 std::move(size));
    }
    case 3:
      return add("  double omp_l = omp_c, omp_s = 0;\n"
                 "#pragma omp parallel for lastprivate(omp_l) reduction(+ : omp_s)\n"
                 "  for (int omp_i = 0; omp_i < $2; ++omp_i) {\n"
                 "    omp_l = std::sin(omp_c + omp_i);\n"
                 "    omp_s += omp_l;\n"
                 "  }\n  $0 += omp_s * omp_l;",
                 {whole(1 + below(3))});
    case 4:
      return add("  const gradc::Vector<double> omp_x = $2;\n"
                 "  std::vector<double> omp_f(2, omp_c);\n  double omp_s = 1;\n  int omp_i = 7;\n"
                 "#pragma omp parallel for firstprivate(omp_f) reduction(* : omp_s)\n"
                 "  for (omp_i = 0; omp_i < static_cast<int>(omp_x.extent(0)); ++omp_i) {\n"
                 "    omp_f[1] = std::sin(omp_x(omp_i));\n"
                 "    omp_s *= 1 + 0.25 * omp_f[0] * omp_f[1];\n"
                 "  }\n  $0 += omp_s * omp_f[0];",
                 {t ? mention(*t) : vector(0)});
    default:
      if (m)
        return add("  double omp_s = 0;\n"
                   "#pragma omp parallel for collapse(2) reduction(- : omp_s)\n"
                   "  for (std::int64_t omp_i = 0; omp_i < $2.extent(0); ++omp_i)\n"
                   "    for (std::int64_t omp_j = 0; omp_j < $2.extent(1); ++omp_j) omp_s -= std::sin(omp_c * $2(omp_i, omp_j));\n"
                   "  $0 += omp_s;",
                   {mention(*m)});
      return add("  double omp_s = 0;\n"
                 "#pragma omp simd reduction(+ : omp_s)\n"
                 "  for (int omp_i = 4; omp_i > 0; --omp_i) omp_s += omp_c / (1 + omp_c * omp_c + omp_i);\n"
                 "  $0 += omp_s;",
                 {});
  }
}

}  // namespace programs
