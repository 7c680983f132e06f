#include "model.h"

double optics::model(double x) { return x * x; }
