constexpr int kForced = 1;
