// What other headers of GNU's library include of <map>.
#pragma once

#include <map>
