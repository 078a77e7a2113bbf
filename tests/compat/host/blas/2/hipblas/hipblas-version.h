// A hipBLAS that this test pretends: of the second version.
#define hipblasVersionMajor 2
