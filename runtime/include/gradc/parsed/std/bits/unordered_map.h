// What other headers of GNU's library include of <unordered_map>.
#pragma once

#include <unordered_map>
