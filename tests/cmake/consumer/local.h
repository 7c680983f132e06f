#pragma once
constexpr double kOne = 1;
