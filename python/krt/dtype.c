/* The kinds of numbers: their names, and how Python's numbers become them. */
#include "binding.h"

#include <math.h>
#include <string.h>

/* The codes are those of dlpack.h, version 1.1. */
enum {
    DL_INT = 0,
    DL_UINT = 1,
    DL_FLOAT = 2,
    DL_BFLOAT = 4,
    DL_BOOL = 6,
    DL_E4M3 = 10,
    DL_E5M2 = 12
};

const struct dtype_info dtypes[DTYPE_COUNT] = {
    [KRT_U8] = {"u8", 1, "B", DL_UINT, 8},           [KRT_U32] = {"u32", 4, "I", DL_UINT, 32},
    [KRT_I16] = {"i16", 2, "h", DL_INT, 16},         [KRT_I32] = {"i32", 4, "i", DL_INT, 32},
    [KRT_I64] = {"i64", 8, "q", DL_INT, 64},         [KRT_F8E4M3] = {"f8e4m3", 1, "B", DL_E4M3, 8},
    [KRT_F16] = {"f16", 2, "e", DL_FLOAT, 16},       [KRT_BF16] = {"bf16", 2, "H", DL_BFLOAT, 16},
    [KRT_F32] = {"f32", 4, "f", DL_FLOAT, 32},       [KRT_F64] = {"f64", 8, "d", DL_FLOAT, 64},
    [DTYPE_BOOL] = {"bool", 1, "?", DL_BOOL, 8},     [DTYPE_I8] = {"i8", 1, "b", DL_INT, 8},
    [DTYPE_U16] = {"u16", 2, "H", DL_UINT, 16},      [DTYPE_U64] = {"u64", 8, "Q", DL_UINT, 64},
    [DTYPE_F8E5M2] = {"f8e5m2", 1, "B", DL_E5M2, 8},
};

uint32_t dtype_find(const char *name, size_t length)
{
    uint32_t i = 0;
    while (i < DTYPE_COUNT &&
           (strlen(dtypes[i].name) != length || memcmp(dtypes[i].name, name, length) != 0))
        i++;
    return i;
}

uint32_t dtype_of_object(PyObject *name)
{
    Py_ssize_t length;
    const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &length) : NULL;
    uint32_t dtype = text ? dtype_find(text, (size_t)length) : DTYPE_COUNT;
    if (dtype == DTYPE_COUNT && !PyErr_Occurred())
        PyErr_Format(PyExc_ValueError,
                     "%R is not a dtype; they are bool, i8, i16, i32, i64, u8, u16, u32, u64, "
                     "f8e4m3, f8e5m2, f16, bf16, f32 and f64",
                     name);
    return dtype;
}

static uint32_t format_find(const char *format, Py_ssize_t size)
{
    const char *letter = format ? format : "B";
    letter += *letter == '@' || *letter == '=' || *letter == '<';
    char kind = strlen(letter) == 1 ? *letter : 0;
    /* C's long is 64 bits wide here, in the standard formats ("<l") 32. */
    if (kind == 'l' || kind == 'n')
        kind = size == 8 ? 'q' : 'i';
    if (kind == 'L' || kind == 'N')
        kind = size == 8 ? 'Q' : 'I';
    static const uint8_t order[] = {KRT_U8,  KRT_U32, KRT_I16,    KRT_I32,  KRT_I64,   KRT_F16,
                                    KRT_F32, KRT_F64, DTYPE_BOOL, DTYPE_I8, DTYPE_U16, DTYPE_U64};
    for (size_t i = 0; i < sizeof order; i++)
        if (kind == *dtypes[order[i]].format && size == (Py_ssize_t)dtypes[order[i]].size)
            return order[i];
    return DTYPE_COUNT;
}

uint32_t dtype_of_format(const char *format, Py_ssize_t size)
{
    const uint32_t dtype = format_find(format, size);
    if (dtype == DTYPE_COUNT)
        PyErr_Format(PyExc_BufferError,
                     "a buffer of format '%s' has no dtype; give its bytes, memoryview.cast('B'), "
                     "and name one by dtype=",
                     format ? format : "B");
    return dtype;
}

bool dtype_check_buffer(uint32_t dtype, const Py_buffer *view)
{
    const char *format = view->format ? view->format : "B";
    const uint32_t found = format_find(format, view->itemsize);
    const bool is_small_float = dtypes[dtype].dlpack_code > DL_UINT && dtypes[dtype].size <= 2 &&
                                dtypes[dtype].dlpack_code != DL_BOOL;
    if (found == dtype || found == KRT_U8 || strcmp(format, "c") == 0 ||
        (found == DTYPE_U16 && is_small_float && dtypes[dtype].size == 2))
        return true;
    PyErr_Format(PyExc_BufferError,
                 "a buffer of format '%s' does not have %ss: convert it first, or give its bytes, "
                 "memoryview.cast('B')",
                 format, dtypes[dtype].name);
    return false;
}

static int to_number(PyObject *object, uint64_t most, uint64_t *out)
{
    PyObject *index = PyNumber_Index(object);
    if (!index)
        return 0;
    *out = PyLong_AsUnsignedLongLong(index);
    if (PyErr_Occurred() || *out > most) {
        PyErr_Clear();
        PyErr_Format(PyExc_OverflowError, "%S is not a number of 0 to %llu", index,
                     (unsigned long long)most);
    }
    drop(index);
    return !PyErr_Occurred();
}

int number_32(PyObject *object, void *out)
{
    uint64_t number;
    if (!to_number(object, UINT32_MAX, &number))
        return 0;
    *(uint32_t *)out = (uint32_t)number;
    return 1;
}

int number_64(PyObject *object, void *out)
{
    return to_number(object, UINT64_MAX, out);
}

/* |value| rounded to nearest even. Floats of 8 bits end at their greatest number, as those of CUDA
 * do; others become infinite. */
static uint32_t narrow(double value, int exponent_bits, int mantissa_bits, bool has_infinity)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const uint32_t sign = signbit(value) ? 1u << (exponent_bits + mantissa_bits) : 0;
    const uint32_t infinity = ((1u << exponent_bits) - 1) << mantissa_bits;
    const bool is_e4m3 = exponent_bits == 4;
    if (isnan(value))
        return sign | (is_e4m3 ? 0x7f : infinity | 1u << (mantissa_bits - 1));
    const uint32_t greatest = is_e4m3 ? 0x7e : infinity - 1;
    uint32_t bits = UINT32_MAX;
    if (!isinf(value)) {
        const double size = fabs(value);
        int exponent = size > 0 ? ilogb(size) : 1 - bias;
        if (exponent < 1 - bias)
            exponent = 1 - bias;
        if (exponent <= bias + 1)
            bits = ((uint32_t)(exponent + bias - 1) << mantissa_bits) +
                   (uint32_t)nearbyint(ldexp(size, mantissa_bits - exponent));
    }
    if (bits > greatest)
        bits = has_infinity ? infinity : greatest;
    return sign | bits;
}

static bool pack_float(uint32_t dtype, PyObject *value, void *out, const char *owner,
                       const char *name)
{
    const double number = PyFloat_AsDouble(value);
    if (number == -1.0 && PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s(): argument '%s' is %s, not %R", owner, name,
                         dtypes[dtype].name, (PyObject *)Py_TYPE(value));
        return false;
    }
    const float single = (float)number;
    uint16_t half;
    uint8_t byte;
    switch (dtype) {
    case KRT_F64: memcpy(out, &number, sizeof number); return true;
    case KRT_F32: memcpy(out, &single, sizeof single); return true;
    case KRT_F16:
    case KRT_BF16:
        half =
            (uint16_t)(dtype == KRT_F16 ? narrow(number, 5, 10, true) : narrow(number, 8, 7, true));
        memcpy(out, &half, sizeof half);
        return true;
    default:
        byte = (uint8_t)(dtype == KRT_F8E4M3 ? narrow(number, 4, 3, false)
                                             : narrow(number, 5, 2, false));
        memcpy(out, &byte, sizeof byte);
        return true;
    }
}

static bool pack_integer(uint32_t dtype, PyObject *value, void *out, const char *owner,
                         const char *name)
{
    PyObject *index = PyLong_Check(value) ? hold(value) : PyNumber_Index(value);
    if (!index) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s(): argument '%s' is %s, not %R", owner, name,
                         dtypes[dtype].name, (PyObject *)Py_TYPE(value));
        return false;
    }
    const uint32_t bits = dtypes[dtype].dlpack_bits;
    bool fits;
    if (dtypes[dtype].dlpack_code == DL_UINT) {
        const unsigned long long number = PyLong_AsUnsignedLongLong(index);
        fits = !(number == ULLONG_MAX && PyErr_Occurred()) && (bits == 64 || number >> bits == 0);
        memcpy(out, &number, sizeof number);
    } else {
        const long long number = PyLong_AsLongLong(index);
        const long long limit = bits == 64 ? 0 : 1LL << (bits - 1);
        fits = !(number == -1 && PyErr_Occurred()) &&
               (bits == 64 || (number >= -limit && number < limit));
        memcpy(out, &number, sizeof number);
    }
    if (!fits) {
        PyErr_Clear();
        PyErr_Format(PyExc_OverflowError, "%s(): argument '%s' is %s, which %S does not fit", owner,
                     name, dtypes[dtype].name, index);
    }
    drop(index);
    return fits;
}

bool dtype_pack(uint32_t dtype, PyObject *value, void *out, const char *owner, const char *name)
{
    switch (dtypes[dtype].dlpack_code) {
    case DL_INT:
    case DL_UINT: return pack_integer(dtype, value, out, owner, name);
    case DL_BOOL:
        if (value != Py_True && value != Py_False) {
            PyErr_Format(PyExc_TypeError, "%s(): argument '%s' is bool, not %R", owner, name,
                         (PyObject *)Py_TYPE(value));
            return false;
        }
        *(bool *)out = value == Py_True;
        return true;
    default: return pack_float(dtype, value, out, owner, name);
    }
}
