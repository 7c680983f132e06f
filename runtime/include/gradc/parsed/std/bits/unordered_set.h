// What other headers of GNU's library include of <unordered_set>.
#pragma once

#include <unordered_set>
