#include "tool/derive/analyse.h"

#include "tool/derive/inlined.h"
#include "tool/derive/masks.h"
#include "tool/derive/random.h"

namespace tool {

void analyse(ir::Module& module, Task& task) {
  if (task.called) return;
  warn_of_keys(module, task);
  const bool masks = !task.items->safe_where && selects(module), probabilities = has_bernoulli(module);
  if (!masks && !probabilities) return;
  const ir::Module now = inlined(module);
  if (masks) warn_of_masks(now, task);
  if (probabilities) warn_of_probabilities(now, task);
}

}  // namespace tool
