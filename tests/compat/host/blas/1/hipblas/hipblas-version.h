// A hipBLAS that this test pretends: of the first version.
#define hipblasVersionMajor 0
