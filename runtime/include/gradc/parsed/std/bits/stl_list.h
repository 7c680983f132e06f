// What other headers of GNU's library include of <list>.
#pragma once

#include <list>
