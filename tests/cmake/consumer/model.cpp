#include "model.h"

#include "factor.h"

static_assert(kForced == 1, "the forced include is part of the command");
static_assert(sizeof TEXT == sizeof "a b\\c[1]" && TEXT[3] == '\\' && LETTER == '"', "definitions arrive whole");

double energy(const gradc::Vector<double>& x) { return 3.0 * kFactor * SCALE * gradc::sum(gradc::square(x)); }
