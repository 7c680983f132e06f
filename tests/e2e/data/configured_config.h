#pragma once
#define CONFIGURED_WEIGHTED 1
