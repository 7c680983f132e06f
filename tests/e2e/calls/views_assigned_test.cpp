// What a view leads to after an assignment through a reference, a capture or a helper is what is read and written from then on.
#include "views_assigned.h"

#define CONTROL_NAMESPACE assigned
#include "control_check.h"
#include "views_assigned.grad.h"

namespace {

using assigned::Vector;
using e2e::filled;

TEST(ViewsAssigned, ByReference) { CONTROL_CHECK(by_reference, filled<Vector>({3}), filled<Vector>({3}), 0); }

TEST(ViewsAssigned, InAStructure) { CONTROL_CHECK(in_a_structure, filled<Vector>({3}), filled<Vector>({3}), 0); }

TEST(ViewsAssigned, Swapped) { CONTROL_CHECK(swapped, filled<Vector>({3}), filled<Vector>({3}), 0); }

TEST(ViewsAssigned, Captured) {
  for (int n : {0, 1, 3}) CONTROL_CHECK(captured, filled<Vector>({3}), filled<Vector>({3}), n);
}

TEST(ViewsAssigned, ThroughReferences) { CONTROL_CHECK(through_references, filled<Vector>({3}), filled<Vector>({3}), 0); }

TEST(ViewsAssigned, InRecursion) {
  for (int n : {0, 1, 3}) CONTROL_CHECK(in_recursion, filled<Vector>({3}), filled<Vector>({3}), n);
}

TEST(ViewsAssigned, ByMembers) { CONTROL_CHECK(by_members, filled<Vector>({3}), filled<Vector>({3}), 0); }

TEST(ViewsAssigned, ThatIsArgument) { CONTROL_CHECK(that_is_argument, filled<Vector>({3}), filled<Vector>({3}), 0); }

TEST(ViewsAssigned, OfNullPointers) { CONTROL_CHECK(of_null_pointers, filled<Vector>({3}), filled<Vector>({3}), 0); }

TEST(ViewsAssigned, SetLater) { CONTROL_CHECK(set_later, filled<Vector>({3}), filled<Vector>({3}), 0); }

TEST(ViewsAssigned, Returned) { CONTROL_CHECK(returned, filled<Vector>({3}), filled<Vector>({3}), 0); }

}  // namespace
