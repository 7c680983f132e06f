// What other headers of GNU's library include of <stack>.
#pragma once

#include <stack>
