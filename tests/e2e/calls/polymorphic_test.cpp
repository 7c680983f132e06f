#include "control_check.h"
#include "polymorphic.grad.h"

namespace {

TEST(Polymorphic, ObjectsOfKnownClasses) {
  for (double x : {0.4, 1.3})
    for (double k : {0.7, -0.3}) {
      CONTROL_CHECK(by_reference, x, k);
      for (int which : {0, 1}) CONTROL_CHECK(by_pointer, x, k, which);
      CONTROL_CHECK(by_this, x, k);
      CONTROL_CHECK(sliced, x, k);
      CONTROL_CHECK(of_two_bases, x, k);
      for (int n : {0, 1, 3}) {
        CONTROL_CHECK(by_member, x, k, n);
        CONTROL_CHECK(written_by_virtual, x, k, n);
        CONTROL_CHECK(by_class_of_object, x, k, n);
      }
    }
  CONTROL_CHECK(global_object, 0.4);
}

}  // namespace
