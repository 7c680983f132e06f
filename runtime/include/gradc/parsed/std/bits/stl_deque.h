// What other headers of GNU's library include of <deque>.
#pragma once

#include <deque>
