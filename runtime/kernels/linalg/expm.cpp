#include "kernels/linalg/dense.h"

namespace gradc {
namespace kernels {

// The rational approximation of degree 13 of x / 2ˢ, squared s times: N. Higham, "The scaling and squaring
// method for the matrix exponential revisited", 2005.
template <class T>
void expm(const Squares& geometry, const T* x, T* y) {
  each_square(geometry, x, y, [&](std::int64_t, const MatrixIn<T>& given, MatrixOut<T> result) {
    using Real = typename Eigen::NumTraits<T>::Real;
    const Real norm = given.cwiseAbs().colwise().sum().maxCoeff();
    if (!given.allFinite() || !std::isfinite(norm)) {
      result.setConstant(T(std::numeric_limits<Real>::quiet_NaN()));
      return;
    }
    constexpr double kNorm = 5.371920351148152;  // up to which the approximation is exact but for rounding
    const int squarings =
        norm > kNorm ? static_cast<int>(std::ceil(std::log2(static_cast<double>(norm) / kNorm))) : 0;
    const Matrix<T> a = given * static_cast<Real>(std::ldexp(1.0, -squarings)), a2 = product<T>(a, a),
                    a4 = product<T>(a2, a2), a6 = product<T>(a4, a2);
    const auto one = Matrix<T>::Identity(a.rows(), a.cols());
    constexpr Real kB[] = {Real(64764752532480000.0),
                           Real(32382376266240000.0),
                           Real(7771770303897600.0),
                           Real(1187353796428800.0),
                           Real(129060195264000.0),
                           Real(10559470521600.0),
                           Real(670442572800.0),
                           Real(33522128640.0),
                           Real(1323241920.0),
                           Real(40840800.0),
                           Real(960960.0),
                           Real(16380.0),
                           Real(182.0),
                           Real(1.0)};
    Matrix<T> inner = kB[13] * a6 + kB[11] * a4 + kB[9] * a2;
    Matrix<T> sum = kB[7] * a6 + kB[5] * a4 + kB[3] * a2 + kB[1] * one;
    sum += product<T>(a6, inner);
    const Matrix<T> odd = product<T>(a, sum);
    inner = kB[12] * a6 + kB[10] * a4 + kB[8] * a2;
    Matrix<T> even = kB[6] * a6 + kB[4] * a4 + kB[2] * a2 + kB[0] * one;
    even += product<T>(a6, inner);
    inner = even - odd;
    even += odd;
    solve({1, geometry.n, geometry.n, 1, false, geometry.where}, inner.data(), even.data(), sum.data());
    for (int i = 0; i < squarings; ++i) sum = product<T>(sum, sum);
    result = sum;
  });
}

template <>
void expm(const Squares& g, const std::complex<float>* x, std::complex<float>* y) {
  const std::int64_t n = g.batch * g.n * g.n;
  narrowed(n, y, [&](std::complex<double>* wide) { expm(g, widened(n, x).data(), wide); });
}

#define GRADC_INSTANCES(T) template void expm(const Squares&, const T*, T*);
GRADC_INSTANCES(float)
GRADC_INSTANCES(double)
GRADC_INSTANCES(std::complex<double>)
#undef GRADC_INSTANCES

}  // namespace kernels
}  // namespace gradc
