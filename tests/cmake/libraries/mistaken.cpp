#include "model.grad.h"

int main() { return optics::model_gradient(3).grad.x == 6 ? 0 : 1; }
