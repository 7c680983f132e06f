// What other headers of GNU's library include of <queue>.
#pragma once

#include <queue>
