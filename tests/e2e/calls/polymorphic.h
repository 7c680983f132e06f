// Virtual functions of objects whose classes are known.
#pragma once

#include <gradc/gradc.h>

namespace control {

GRADC_DIFFERENTIATE(gradient) double by_reference(double x, double k);
GRADC_DIFFERENTIATE(gradient) double by_pointer(double x, double k, int which);
GRADC_DIFFERENTIATE(gradient) double by_this(double x, double k);
GRADC_DIFFERENTIATE(gradient) double sliced(double x, double k);
GRADC_DIFFERENTIATE(gradient) double of_two_bases(double x, double k);
GRADC_DIFFERENTIATE(gradient) double by_member(double x, double k, int n);
GRADC_DIFFERENTIATE(gradient) double written_by_virtual(double x, double k, int n);
GRADC_DIFFERENTIATE(gradient) double by_class_of_object(double x, double k, int n);
GRADC_DIFFERENTIATE(gradient) double global_object(double x);

}  // namespace control
