#include "model.h"

double nets::model(double x) { return 10 * x; }
