/* Converts quantized blocks of a GGUF file to floats, on the host: those of IQ1, IQ2 and IQ3. Their
 * blocks have 256 elements. A quant is for a codeword of four or eight elements: it is the
 * codeword's number in a list. docs/gguf.md has where a block stores what.
 *
 * The codewords are those of ggml's ggml-common.h (iq2xxs_grid, iq2xs_grid, iq2s_grid, iq3xxs_grid,
 * iq3s_grid and iq1s_grid). An element of a codeword is one of three or eight values, so a codeword
 * is a number in base 3 or 8, whose first digit, the lowest one, is the first element. The lists
 * are in the order of these numbers. A set of bits therefore has all there is to know: bit i says
 * whether the list has the number i, or 2 i in IQ2, where all numbers are even.
 *
 * All products are exact in f32. */
#include "gguf_codewords.h"

#include "quantize.h"

#include <krt/gguf.h>
#include <pthread.h>

static const uint64_t iq2_xxs_set[] = {
    0x0040a62099a4f67f, 0x4c00200008060820, 0x3004082c82610598, 0x826900800100c004,
    0x0000020020020066, 0x0442600000000420, 0x0001088041205208, 0x0082824000002100,
    0x4080004000400002, 0x0800201300000000, 0x0000100000000500, 0x0031010026000008,
    0x00000c0000044000, 0x0800008100980000, 0x0000000000080200, 0x0000200000208008,
    0x0000100000000000, 0x008040261449a4c0, 0x8001088008800a20, 0x0004200404000104,
    0x2600000000010000, 0x2140000200000140, 0x0ca4020002000000, 0x0000020010012000,
    0x0000000800000001, 0x2000000001001800, 0x2000242000010000, 0x0200000008000000,
    0x0100100900000000, 0x0080000008000080, 0x0000000005000040, 0x0000000020000060,
    0x0000000100000000, 0x0000000000000000, 0x0820008002009800, 0x0000000200000002,
    0x2000200008040a60, 0x8000100802004000, 0x0000010000000000, 0x1200000000100000,
    0x0800008010000024, 0x0802000001000000, 0x0000100000000001, 0x0000000000000000,
    0x0000000010000040, 0x0040002000000000, 0x0020000000010002, 0x0000002000000000,
    0x0000000000000000, 0x0000020000000000, 0x0000000000000002,
};
static const uint64_t iq2_xs_set[] = {
    0x9bcffe1b79bfdfff, 0xfc01102984de0134, 0x221309bc0261779b, 0x53f8008003409800,
    0x0480020138804126, 0xbcdfe14000012010, 0xc0c100984de01389, 0x41b09bc000100805,
    0x2080000010098002, 0x2008203300000100, 0x0000000200000500, 0x20100984ff000008,
    0x001004000404804c, 0x08000001809a0020, 0x0000101040004200, 0x0002040100219400,
    0x1a00004100104000, 0x309bc02653f9bfc0, 0x8000001819880a01, 0x00241301040261b7,
    0x2600000480110800, 0x0809004200011140, 0x49bc000000000800, 0x0000030298002013,
    0x0221380000040008, 0x0004800000910084, 0x0088082200400040, 0x0000000018400100,
    0x1044100980080000, 0x04000000000000c0, 0x0000000081010002, 0x0000004000014020,
    0x0000100000040000, 0x0440002000000020, 0x017c00c027137800, 0x0180002010000242,
    0x1000200808040e69, 0x4001000020080000, 0x0000022006100202, 0x1342240002000000,
    0x0100040100101020, 0x000a008020000000, 0x0600004000000049, 0x2000000000010000,
    0x0000001000020000, 0x000221b000040004, 0x0168000480000100, 0x8000080002010004,
    0x0000000000000000, 0x4800000b08020080, 0x0030000030000002, 0x0000000000010100,
};
static const uint64_t iq2_s_set[] = {
    0xfbcdff537fbfdfff, 0xfc45502fc4de6736, 0xe6ff6ffcdbe7fffb, 0x5f7804c26d02f84d,
    0x0884da2f38114dff, 0xbddfe08000434610, 0xc06f37fbffe6d77f, 0x6ff6fbc026032996,
    0x36804c26f37f84de, 0x184de2df80040261, 0x4024200404c26f00, 0x051239d7de000020,
    0x12d04402613389ce, 0x6804c26f36fa0300, 0x0202013000502613, 0x027008004c065000,
    0x1820008200400000, 0xf3fbcda67ffbffc0, 0x800c26d27984de6f, 0x4de6ff09bcdfefff,
    0xf6400804c26f009c, 0x100984de01209bcd, 0x7fbc000000804c08, 0x04c26f37f80de6ff,
    0xde6ff00060261368, 0x6000804c26f00984, 0x08984de000000502, 0x404000000804c001,
    0x4826d37ba0080000, 0x2012040402613780, 0x000804c26d100010, 0x0000020204044026,
    0x04100400004c0400, 0x0002000000000080, 0x6fb01945e65b7880, 0x00004c07580980de,
    0x984de01309bc5fe0, 0x4000000c04c01100, 0x8010018800013019, 0xfb10083002000000,
    0x0044c06500984de4, 0x84de800000402600, 0x500000804c081009, 0x0140980004040004,
    0x00000050000c0000, 0x004e455008000000, 0x8240002004001200, 0x10000804d01a0006,
    0x0000000000004048, 0x1000000808000002, 0x0016180020080000, 0x0000000000010040,
};
static const uint64_t iq1_set[] = {
    0x514202a085142555, 0xa28a2086a8314508, 0x14508514202a081a, 0xa005152545442082,
    0x8208001888208202, 0x0aaabb88a02a03a0, 0xaa0a0022000baa90, 0x4508514008a0828c,
    0x0851421450808821, 0x2a8008a09808308a, 0x4248208514214508, 0x20a0c22c01450855,
    0xa2aaa8242a00268a, 0x0028280808afe208, 0xa82028aa284202a0, 0xa8bab9089b0a2080,
    0x3aaaaea289aeca20, 0xb80e82bbbaeaeb7c, 0x2202920ed3caba22, 0x820aba8aa8202200,
    0x3ba2e04a2a000802, 0x81408100a22b2022, 0x8514012208288aaa, 0x5421450920821550,
    0x203aa8230208a085, 0xa208514254208284, 0x082a021450950820, 0x200248a08082a8b8,
    0xab2802a268a28208, 0x083082082085082a, 0xa085142145004045, 0x8229014500514200,
    0x1430a1082a828a00, 0x2145082882145005, 0x2aaa200202208514, 0xa828ae8ab1122000,
    0x0a820070a8aaa1ba, 0x8200840222280208, 0xaa2ab0eaa0804800, 0xa7daea22ba8b20c2,
    0xaa2ab092a86e8b8b, 0x48202a0c448a8b72, 0x20aa082a8a284084, 0xa09aafa222a2ccc8,
    0xa82a00020002a8e8, 0xa2a28ba080200088, 0xba0a328280a0ba28, 0x2ba0a2ebfebab8be,
    0x00a2ea280a8a08a2, 0xdeeaa4fa0c0232a1, 0xeb7ebe8d2ea82bef, 0xdeba7de6bf7ff7fa,
    0x12fa26bfff27fb69, 0x0ebeaa10228ae1e9, 0xae820ba8b208aa84, 0x62048083e924baff,
    0x002ba40aa8f2682c, 0x0012aae208082a02, 0x82c920a60a2a8202, 0x8c00a20028829089,
    0x6c00080882001380, 0x8abea602bbaaaa8a, 0xd02e976b8002caa0, 0xdeaa2e108210e9b2,
    0x820a0004a5d11528, 0x20a1010820828a00, 0xa0843222ba39aa82, 0x0262a28a00188009,
    0xac21450051441481, 0x20aa085142145082, 0x45082a120a87aa28, 0x08514208a0051421,
    0x22a240a002200145, 0x8a6a08a208008800, 0x0a200080aaaab86e, 0x5044082122c8e282,
    0x8515208a09514214, 0x2a2aaa080a861450, 0x21450851420a0080, 0xe2085142145000a8,
    0x082a82180a828820, 0x0a028bb08aaaa2aa, 0x0aaa80822820aa2a, 0x220288a900280828,
    0xba8a08b8280bbea0, 0xaef8a4baffaeb24b, 0x30a0b668285220aa, 0x6a220828020a80e6,
    0x2baaaa020a208062, 0x0808a2a0a9a2eaaa, 0x0e8200228aa02010, 0x400aa08514214500,
    0x4a0006a921450851, 0x440d1000a50802aa, 0x0514214508288214, 0x0020f2ac82820800,
    0x20ba0a280aaa0000, 0x280948820002a2ea, 0x0051454b110014e9, 0x5142145002a80145,
    0x400a288808248808, 0x02a0051401450008, 0x0000000145085140,
};
static const uint64_t iq3_xxs_set[] = {
    0x2800000402058a15, 0x010010020522050a, 0x200082008a050215, 0x0100000000200582,
    0x2800801080000800, 0x0000040004000082, 0x0010000020000000, 0x0002000800005100,
    0x00000180150a050a, 0x0000000000050205, 0x040000000102050a, 0x0040004002010005,
    0x0000010000000022, 0x0200004000110000, 0x0000000000000020, 0x0000000100040000,
    0x0000000402450a05, 0x018800000102052a, 0x0000200180058205, 0x1100000000001102,
    0x0000080020000000, 0x1000000200800008, 0x0000000000000000, 0x000000200000400a,
    0x04200100000a0502, 0x0000005002010005, 0x040004000020010a, 0x0000000008000200,
    0x0400008001000000, 0x0000200000040041, 0x0008000040001000, 0x0001000008000000,
    0x00008800a0008010, 0x1000000000000000, 0x0041000180010000, 0x0000002000000080,
    0x0010020000000010, 0x0100000800200000, 0x0000000000000000, 0x0000000001000520,
    0x0100000200000400, 0x0000200000400041, 0x0400000004001000, 0x0000080000000004,
    0x0400000000880100, 0x0000000002000004, 0x0000010000000000, 0x0000000400100000,
    0x0010005000100000, 0x0002000000020000, 0x0010000000008000, 0x0000000041000000,
    0x0000001000000000, 0x0000040000000020, 0x0000000008000000, 0x0000000000020008,
    0x00000400040001a8, 0x0000000100400000, 0x0000042000000400, 0x0001000008002001,
    0x0000000200020000, 0x0000000000100005, 0x0000000001000000,
};
static const uint64_t iq3_s_set[] = {
    0x92050aa5082357a7, 0x0422001022892317, 0x09000aa4112249a3, 0x228005104a052208,
    0x0100020904128801, 0x084000a208450014, 0x0200040002000a40, 0x0000110008450015,
    0x040250005205ab17, 0x410005020902114b, 0x040120090411a401, 0x0104000211820992,
    0x000011440a001428, 0x0000020005020902, 0x0000005000910000, 0x010400022002050a,
    0x2980052a058a55ab, 0x0000020412248905, 0x12008802810a0092, 0x004001040a140225,
    0x2400000224090082, 0x0100080180040210, 0x0002200000020085, 0x0000010801400220,
    0x020802942a04aa04, 0x44010001000a102a, 0x0000010014010401, 0x0800208a018a1102,
    0x0011040002044208, 0x0800401004200502, 0x0000000200004000, 0x000000002005000a,
    0x0100010204910411, 0x0000220821040a84, 0x010480010802210a, 0x0000000022050a10,
    0x0200000180100005, 0x00040000000200a0, 0x0001000010000800, 0x0000020801002100,
    0x1040049100041104, 0x040000000402042a, 0x0000080041080201, 0x0820021000800184,
    0x0000004004010012, 0x00000a0000400400, 0x0000000400000000, 0x0000000000040014,
    0x000100000a002a00, 0x0010000000810001, 0x0104200410000400, 0x0000000100021001,
    0x0004000800200000, 0x0001000010000009, 0x0000000100000020, 0x0000000000000a00,
    0x0004100140050091, 0x0000002800100204, 0x0000020001024112, 0x0000080024000004,
    0x0000010000010822, 0x0000000400040000, 0x0000000002000004, 0x0000000000000001,
};
enum { ELEMENTS = 256 };

struct list {
    const uint64_t *set;
    uint16_t *numbers; /* the numbers of the list, in order; made by make_numbers() */
    /* |words|: how many words |set| has; bit i of |set| says that the list has the number step *
     * i */
    uint8_t words, step;
    /* A codeword's number has |length| digits to the base |base|, one for each element of the
     * codeword. */
    uint8_t base, length;
    int8_t values[8]; /* the value of an element for each digit */
};

static uint16_t iq2_xxs_numbers[256], iq2_xs_numbers[512], iq2_s_numbers[1024], iq1_numbers[2048],
    iq3_xxs_numbers[256], iq3_s_numbers[512];
#define SET(NAME) NAME##_set, NAME##_numbers, sizeof NAME##_set / sizeof NAME##_set[0]
static const struct list iq2_xxs = {SET(iq2_xxs), 2, 3, 8, {8, 25, 43}};
static const struct list iq2_xs = {SET(iq2_xs), 2, 3, 8, {8, 25, 43}};
static const struct list iq2_s = {SET(iq2_s), 2, 3, 8, {8, 25, 43}};
static const struct list iq1 = {SET(iq1), 1, 3, 8, {-8, 0, 8}};
static const struct list iq3_xxs = {SET(iq3_xxs), 1, 8, 4, {4, 12, 20, 28, 36, 44, 52, 62}};
static const struct list iq3_s = {SET(iq3_s), 1, 8, 4, {1, 3, 5, 7, 9, 11, 13, 15}};

static void list_make_numbers(const struct list *list)
{
    uint16_t *numbers = list->numbers;
    for (unsigned word = 0; word < list->words; word++) {
        for (uint64_t bits = list->set[word]; bits != 0; bits &= bits - 1)
            *numbers++ = (uint16_t)((64 * word + (unsigned)__builtin_ctzll(bits)) * list->step);
    }
}

/* ---- Fields of a block ----------------------------------------------------------------------- */

/* A field has an integer of |width| bits for every |elements| elements. Bit |first| of the block is
 * the lowest bit of the first integer. |run| integers follow one another, and runs begin |pitch|
 * bits apart. A field of width 0 is not there. */
struct field {
    uint16_t first;
    uint8_t elements, width, run, pitch;
};

struct layout {
    const struct list *list;
    float unit;
    /* the scale of the block, an f16 in four parts of 4 bits; if |d|.width is 0, it is the block's
     * first two bytes */
    struct field d;
    struct field scale; /* the field of an integer s: an element is d * (2 s + 1) * unit * value */
    /* the low bits, and the high bits, of the codeword's number in the list */
    struct field low, high;
    /* The signs of eight elements. If the field has 7 bits, the sign of the last element is such
     * that the number of minuses is even. */
    struct field signs;
    /* the field of a bit that says whether 1 is subtracted from values; if not, 1 is added */
    struct field shift;
};

/* clang-format off */
static const struct layout layouts[] = {
    /* IQ2_XXS */
    [16] = {.list = &iq2_xxs, .unit = 0.125f, .scale = {76, 32, 4, 1, 64},
            .low = {16, 8, 8, 4, 64}, .signs = {48, 8, 7, 4, 64}},
    /* IQ2_XS */
    [17] = {.list = &iq2_xs, .unit = 0.125f, .scale = {528, 16, 4, 2, 8},
            .low = {16, 8, 9, 1, 16}, .signs = {25, 8, 7, 1, 16}},
    /* IQ3_XXS */
    [18] = {.list = &iq3_xxs, .unit = 0.25f, .scale = {556, 32, 4, 1, 32},
            .low = {16, 4, 8, 1, 8}, .signs = {528, 8, 7, 4, 32}},
    /* IQ1_S */
    [19] = {.list = &iq1, .unit = 0.125f, .scale = {284, 32, 3, 1, 16},
            .low = {16, 8, 8, 1, 8}, .high = {272, 8, 3, 4, 16}, .shift = {287, 32, 1, 1, 16}},
    /* IQ3_S */
    [21] = {.list = &iq3_s, .unit = 1, .scale = {848, 32, 4, 2, 8},
            .low = {16, 4, 8, 1, 8}, .high = {528, 4, 1, 8, 8}, .signs = {592, 8, 8, 1, 8}},
    /* IQ2_S */
    [22] = {.list = &iq2_s, .unit = 0.125f, .scale = {592, 16, 4, 2, 8},
            .low = {16, 8, 8, 1, 8}, .high = {528, 8, 2, 4, 8}, .signs = {272, 8, 8, 1, 8}},
    /* IQ1_M */
    [29] = {.list = &iq1, .unit = 0.125f, .d = {396, 1, 4, 1, 16}, .scale = {384, 16, 3, 4, 16},
            .low = {0, 8, 8, 1, 8}, .high = {256, 8, 3, 1, 4}, .shift = {259, 8, 1, 1, 4}},
};
/* clang-format on */
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

/* Returns the integer that |field| has for an element. An integer is in one or two bytes. */
static uint32_t field_get(const struct field *field, const uint8_t *block, unsigned element)
{
    if (field->width == 0)
        return 0;
    unsigned item = element / field->elements;
    unsigned bit =
        field->first + item / field->run * field->pitch + item % field->run * field->width;
    const uint8_t *byte = block + bit / 8;
    uint32_t bits = byte[0] | (bit % 8 + field->width > 8 ? (uint32_t)byte[1] << 8 : 0);
    return bits >> bit % 8 & ((1u << field->width) - 1);
}

/* ---- Dequantizing blocks --------------------------------------------------------------------- */

static float block_d(const struct layout *layout, const uint8_t *block)
{
    uint32_t half = 0;
    for (unsigned i = 0; i < 4; i++)
        half |= field_get(&layout->d, block, i) << 4 * i;
    return quantize_from_half(layout->d.width ? half : block[0] | (uint32_t)block[1] << 8);
}

/* Makes the elements of the codeword that begins at element |first|. */
static void dequantize_codeword(const struct layout *layout, const uint8_t *block, unsigned first,
                                float d, float *out)
{
    const struct list *list = layout->list;
    uint32_t index = field_get(&layout->low, block, first) | field_get(&layout->high, block, first)
                                                                 << layout->low.width;
    uint32_t signs = field_get(&layout->signs, block, first);
    int shift = layout->shift.width == 0 ? 0 : 1 - 2 * (int)field_get(&layout->shift, block, first);
    float scale = d * (float)(2 * field_get(&layout->scale, block, first) + 1) * layout->unit;
    unsigned number = list->numbers[index];
    if (layout->signs.width == 7)
        signs |= (uint32_t)__builtin_parity(signs) << 7;
    for (unsigned i = first; i < first + list->length; i++, number /= list->base) {
        int value = list->values[number % list->base] + shift;
        out[i] = scale * (float)(signs >> i % 8 & 1 ? -value : value);
    }
}

static void make_numbers(void)
{
    for (unsigned type = 0; type < LAYOUTS; type++)
        if (layouts[type].list)
            list_make_numbers(layouts[type].list);
}

bool gguf_has_codewords(uint32_t type)
{
    return type < LAYOUTS && layouts[type].list;
}

void gguf_dequantize_codewords(uint32_t type, const uint8_t *block, uint64_t count, float *out)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const struct layout *layout = &layouts[type];
    pthread_once(&once, make_numbers);
    for (uint64_t i = 0; i < count; i += ELEMENTS, block += krt_gguf_type_bytes(type)) {
        float d = block_d(layout, block);
        for (unsigned first = 0; first < ELEMENTS; first += layout->list->length)
            dequantize_codeword(layout, block, first, d, out + i);
    }
}
