// Gradients that are asked for as rows: lookups of tables in straight lines, loops, branches, calls.
#pragma once

#include <gradc/gradc.h>

#include <vector>

namespace sparse {

using Matrix = gradc::Matrix<double>;
using Ids = gradc::Vector<std::int64_t>;

// Conformance GS13, GS19.
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double three_lookups(const Matrix& x, const Ids& a, const Ids& b, const Ids& c);
GRADC_DIFFERENTIATE(vjp, jvp, wrt(x as sparse, w)) Matrix lookup(const Matrix& x, const gradc::Vector<double>& w, const Ids& ids);
// One index, an element, a block of rows, rows of a rank-3 tensor, a number of a vector.
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double row(const Matrix& x, int i);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double element(const Matrix& x, int i, int j);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double block(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double every_second(const Matrix& x);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double of_rank_3(const gradc::Tensor<double, 3>& x, const gradc::Matrix<int>& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double of_rank_1(const gradc::Vector<double>& x, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double clipped(const Matrix& x, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double dropped(const Matrix& x, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double nd(const Matrix& x, const gradc::Matrix<std::int64_t>& ids);
// What is linear row by row stands between the table and its rows.
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double scaled(const Matrix& x, const Matrix& mask, const Ids& ids, double s);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double nested(const Matrix& x, const Ids& a, const Ids& b);
// Rows that trips, arms and calls read.
GRADC_DIFFERENTIATE(gradient, vjp, wrt(x as sparse, w)) double walk(const Matrix& x, const gradc::Vector<double>& w, const Ids& ids, int n);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double either(const Matrix& x, const Ids& a, const Ids& b, bool first);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double sentences(const Matrix& x, const std::vector<Ids>& all);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double tree(const Matrix& x, int node);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double until(const Matrix& x, double limit);
// Each row after all (warnings).
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double with_sum(const Matrix& x, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse)) double decayed(const Matrix& x, const Ids& ids);
// Two tables, one of them in a structure; and no gradient at all.
struct Model {
  gradc::Matrix<float> words, places;
};
GRADC_DIFFERENTIATE(gradient, wrt(m.words as sparse, m.places)) float of_model(const Model& m, const gradc::Vector<int>& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse, y as sparse), unconnected(zero)) double of_one(const Matrix& x, const Matrix& y, const Ids& ids);
GRADC_DIFFERENTIATE(gradient, wrt(x as sparse, y as sparse), unconnected(none), as(of_some)) double of_one(const Matrix& x, const Matrix& y, const Ids& ids);
// Conformance GS15.
GRADC_DIFFERENTIATE(gradient, wrt(embedding as sparse)) double loss(const Matrix& embedding, const Ids& ids);

}  // namespace sparse
