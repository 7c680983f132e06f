#include "reductions.h"

namespace reductions {

double of_statistics(const Matrix& x) { return statistics(x); }
float of_statistics_in_float(const gradc::Matrix<float>& x) { return statistics(x); }

}  // namespace reductions
