// What other headers of GNU's library include of <set>.
#pragma once

#include <set>
