// Included after all other headers by sources of data: Clang would optimise what fills the tables, which runs once, for longer than
// all tests of them take. What is in headers stays as it is compiled.
#if defined(__clang__)
#pragma clang optimize off
#endif
