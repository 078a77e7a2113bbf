/* Loads and stores of every size in every address form: any alignment, any EXEC, immediate offsets
 * from one end to the other; nothing else may change. Usage: test TARGET LANES */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct move {
    const char *gfx9, *gfx11, *ds_gfx9, *ds_gfx11; /* behind "global_", behind "ds_" */
    unsigned bytes;
    bool is_store, is_signed;
    char half; /* 'l', 'h', or 0: the whole register */
};

static const struct move moves[] = {
    {"load_ubyte", "load_u8", "read_u8", "load_u8", 1, 0, 0, 0},
    {"load_sbyte", "load_i8", "read_i8", "load_i8", 1, 0, 1, 0},
    {"load_ushort", "load_u16", "read_u16", "load_u16", 2, 0, 0, 0},
    {"load_sshort", "load_i16", "read_i16", "load_i16", 2, 0, 1, 0},
    {"load_dword", "load_b32", "read_b32", "load_b32", 4, 0, 0, 0},
    {"load_dwordx2", "load_b64", "read_b64", "load_b64", 8, 0, 0, 0},
    {"load_dwordx3", "load_b96", "read_b96", "load_b96", 12, 0, 0, 0},
    {"load_dwordx4", "load_b128", "read_b128", "load_b128", 16, 0, 0, 0},
    {"load_ubyte_d16", "load_d16_u8", "read_u8_d16", "load_u8_d16", 1, 0, 0, 'l'},
    {"load_ubyte_d16_hi", "load_d16_hi_u8", "read_u8_d16_hi", "load_u8_d16_hi", 1, 0, 0, 'h'},
    {"load_sbyte_d16", "load_d16_i8", "read_i8_d16", "load_i8_d16", 1, 0, 1, 'l'},
    {"load_sbyte_d16_hi", "load_d16_hi_i8", "read_i8_d16_hi", "load_i8_d16_hi", 1, 0, 1, 'h'},
    {"load_short_d16", "load_d16_b16", "read_u16_d16", "load_u16_d16", 2, 0, 0, 'l'},
    {"load_short_d16_hi", "load_d16_hi_b16", "read_u16_d16_hi", "load_u16_d16_hi", 2, 0, 0, 'h'},
    {"store_byte", "store_b8", "write_b8", "store_b8", 1, 1, 0, 0},
    {"store_short", "store_b16", "write_b16", "store_b16", 2, 1, 0, 0},
    {"store_dword", "store_b32", "write_b32", "store_b32", 4, 1, 0, 0},
    {"store_dwordx2", "store_b64", "write_b64", "store_b64", 8, 1, 0, 0},
    {"store_dwordx3", "store_b96", "write_b96", "store_b96", 12, 1, 0, 0},
    {"store_dwordx4", "store_b128", "write_b128", "store_b128", 16, 1, 0, 0},
    {"store_byte_d16_hi", "store_d16_hi_b8", "write_b8_d16_hi", "store_b8_d16_hi", 1, 1, 0, 'h'},
    {"store_short_d16_hi", "store_d16_hi_b16", "write_b16_d16_hi", "store_b16_d16_hi", 2, 1, 0,
     'h'},
};
enum { MOVES = sizeof moves / sizeof moves[0], IMMEDIATES = 4, DATA = 12, RUNS = 8 };

static int32_t immediate(const struct access_form *form, unsigned i)
{
    const int32_t values[IMMEDIATES] = {form->least, form->most, form->most / 2 + 1, 0};
    return form->least > 0 || values[i] > form->most ? form->least : values[i];
}

static const char *move_name(const struct model *model, const struct access_form *form,
                             const struct move *move)
{
    if (strcmp(form->prefix, "ds") == 0)
        return model->is_gfx11 ? move->ds_gfx11 : move->ds_gfx9;
    return model->is_gfx11 ? move->gfx11 : move->gfx9;
}

static unsigned add(struct model *model, const struct access_form *form, const struct move *move,
                    int32_t offset)
{
    const char *name = move_name(model, form, move);
    char data[32];
    unsigned words = (move->bytes + 3) / 4;
    if (words > 1)
        snprintf(data, sizeof data, "v[%d:%u]", DATA, DATA + words - 1);
    else
        snprintf(data, sizeof data, "v%d", DATA);
    if (strcmp(form->prefix, "buffer") == 0)
        return harness_add(model->harness, "buffer_%s %s%s offset:%d", name, data, form->behind,
                           offset);
    if (move->is_store)
        return harness_add(model->harness, "%s_%s %s%s%s offset:%d", form->prefix, name,
                           form->before, data, form->behind, offset);
    /* without the comma behind it */
    int size = (int)strlen(form->before) - 2;
    return harness_add(model->harness, "%s_%s %s, %.*s%s offset:%d", form->prefix, name, data, size,
                       form->before, form->behind, offset);
}

static void expect_load(const struct model *model, const struct move *move, enum place place,
                        unsigned lane, uint32_t offset, struct harness_state *expected)
{
    uint32_t *to = &expected->vgpr[DATA][lane];
    if (move->bytes >= 4) {
        for (unsigned i = 0; i < move->bytes / 4; i++)
            expected->vgpr[DATA + i][lane] =
                (uint32_t)model_read(model, place, lane, offset + 4 * i, 4);
        return;
    }
    uint32_t value = (uint32_t)model_read(model, place, lane, offset, move->bytes);
    uint32_t sign = 1u << (8 * move->bytes - 1);
    if (move->is_signed)
        value = (value ^ sign) - sign;
    if (move->half == 'l')
        *to = *to / 65536 * 65536 + value % 65536;
    else if (move->half == 'h')
        *to = *to % 65536 + value % 65536 * 65536;
    else
        *to = value;
}

static void expect_store(struct model *model, const struct move *move, enum place place,
                         unsigned lane, uint32_t offset, const struct harness_state *state)
{
    uint32_t first = state->vgpr[DATA][lane];
    if (move->bytes < 4) {
        model_write(model, place, lane, offset, move->bytes,
                    move->half == 'h' ? first / 65536 : first);
        return;
    }
    for (unsigned i = 0; i < move->bytes / 4; i++)
        model_write(model, place, lane, offset + 4 * i, 4, state->vgpr[DATA + i][lane]);
}

static void run(struct model *model, unsigned id, const struct access_form *form,
                const struct move *move, int32_t offset, unsigned kind)
{
    struct harness_state state, expected;
    enum place places[LANES_MAX];
    uint32_t offsets[LANES_MAX];
    random_state(&model->random, model->harness, &state);
    uint64_t exec = random_exec(&model->random, model->harness, kind);
    state_set_mask(&state, SGPR_EXEC, exec);
    model_fill(model);
    for (unsigned i = 0; i < LANES_MAX; i++) {
        /* every other run is aligned, so that single accesses are tested as well */
        offsets[i] = (uint32_t)(random_bits(&model->random) % (REGION - 16));
        offsets[i] &= kind & 4 ? ~15u : ~0u;
    }
    if (kind % 3 == 2) { /* lane after lane, most often at words, as compilers have it */
        uint32_t room = REGION - model->lanes * move->bytes + 1;
        uint32_t start = (uint32_t)random_bits(&model->random) % room & (kind & 4 ? ~3u : ~0u);
        for (unsigned i = 0; i < LANES_MAX; i++)
            offsets[i] = start + i * move->bytes;
    }
    form->prepare(model, offset, &state, places, offsets);
    expected = state;
    for (unsigned i = 0; i < model->lanes; i++) {
        if (!(exec >> i & 1))
            continue;
        if (move->is_store)
            expect_store(model, move, places[i], i, offsets[i], &state);
        else
            expect_load(model, move, places[i], i, offsets[i], &expected);
    }
    if (!harness_run(model->harness, id, &state)) {
        harness_fail(model->harness, id, 0, "%s", harness_fault(model->harness)->message);
        return;
    }
    model_compare(model, id);
    model_compare_registers(model, id, &state, &expected);
}

int main(int argc, char **argv)
{
    struct model *model = calloc(1, sizeof *model);
    const char *target = argc > 2 ? argv[1] : "gfx1100";
    model_open(model, target, argc > 2 ? (unsigned)atoi(argv[2]) : 32);
    unsigned *ids = calloc(access_form_count * MOVES * IMMEDIATES, sizeof *ids), next = 0;
    for (unsigned f = 0; f < access_form_count; f++) {
        for (unsigned m = 0; m < MOVES && access_has(&access_forms[f], target); m++) {
            for (unsigned i = 0; i < IMMEDIATES; i++)
                ids[next++] =
                    add(model, &access_forms[f], &moves[m], immediate(&access_forms[f], i));
        }
    }
    harness_assemble(model->harness);
    next = 0;
    for (unsigned f = 0; f < access_form_count; f++) {
        for (unsigned m = 0; m < MOVES && access_has(&access_forms[f], target); m++) {
            for (unsigned i = 0; i < IMMEDIATES; i++, next++) {
                for (unsigned kind = 0; kind < RUNS; kind++)
                    run(model, ids[next], &access_forms[f], &moves[m],
                        immediate(&access_forms[f], i), kind);
            }
        }
    }
    printf("%u instructions\n", next);
    free(ids);
    int code = model_close(model);
    free(model);
    return code;
}
