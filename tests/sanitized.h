// GRADC_TESTS_SANITIZED: whether this is compiled with a sanitizer that makes tests slow and takes memory of its own.
#pragma once

#if defined(__has_feature)  // Clang, which defines no macro
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define GRADC_TESTS_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GRADC_TESTS_SANITIZED
#endif
