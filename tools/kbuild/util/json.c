#include "json.h"

json_t *json_of_strings(const struct strings *strings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < strings->count; i++)
        json_array_append_new(list, json_string_nocheck(strings->items[i]));
    return list;
}
