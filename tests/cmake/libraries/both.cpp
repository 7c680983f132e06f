#include "nets/model.grad.h"
#include "optics/model.grad.h"

int main() { return optics::model_gradient(3).grad.x + nets::model_gradient(3).grad.x + nets::slope(3) == 26 ? 0 : 1; }
