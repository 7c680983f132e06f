#include <gradc/cuda/settings.h>
#include <gtest/gtest.h>

#include <cstdio>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (gradc::cuda::devices() == 0) {
    std::puts("skipped: this machine has no device");
    return 77;
  }
  return RUN_ALL_TESTS();
}
