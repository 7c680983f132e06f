#include "halves.h"

namespace halves {

H layers_h(const gradc::Matrix<H>& w, const gradc::Vector<H>& x) { return layers<H>(w, x); }
B layers_b(const gradc::Matrix<B>& w, const gradc::Vector<B>& x) { return layers<B>(w, x); }
float layers_f(const gradc::Matrix<float>& w, const gradc::Vector<float>& x) { return layers<float>(w, x); }
H network_h(const gradc::Matrix<H>& x, const gradc::Vector<H>& scale, const Ids& ids) { return network<H>(x, scale, ids); }
float network_f(const gradc::Matrix<float>& x, const gradc::Vector<float>& scale, const Ids& ids) {
  return network<float>(x, scale, ids);
}
H numbers_h(H a, H b) { return numbers<H>(a, b); }
B trips_b(const gradc::Vector<B>& x, int n) { return trips<B>(x, n); }
float trips_f(const gradc::Vector<float>& x, int n) { return trips<float>(x, n); }
float mixed(const gradc::Matrix<B>& w, const gradc::Vector<float>& x) {
  const auto h = gradc::relu(gradc::matmul(w, gradc::astype<B>(x)));
  return gradc::mean(gradc::square(gradc::astype<float>(h)));
}

}  // namespace halves
