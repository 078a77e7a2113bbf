// The kernels of abi.tsv: family, name, and each parameter's type.
#pragma once

#include "reference.hpp"

#include <fstream>
#include <sstream>
#include <vector>

struct Parameter {
    bool is_pointer;
    bool is_size;
    Type type; // of the element or of the scalar; u8 for bytes behind a void pointer and for bool
    std::string name;
};

struct Kernel {
    std::string family;
    std::string name;
    std::vector<Parameter> parameters;

    // The element type of the parameter called |name|.
    Type type_of(const std::string &parameter) const
    {
        for (const Parameter &p : parameters) {
            if (p.name == parameter) {
                return p.type;
            }
        }
        return Type::u8;
    }
};

inline bool parameter_parse(std::string text, Parameter *out_parameter)
{
    Parameter p = {};
    for (char &c : text) {
        if (c == '*') {
            p.is_pointer = true;
            c = ' ';
        }
    }
    std::istringstream words(text);
    std::string word, type;
    words >> word;
    if (word == "const") {
        words >> word;
    }
    type = word == "void" || word == "bool" ? "u8" : word;
    words >> p.name;
    p.is_size = type == "usize";
    *out_parameter = p;
    return p.is_size || type_parse(type, &out_parameter->type);
}

// All kernels of the list, or those of one family, or one kernel.
inline std::vector<Kernel> kernels_select(const std::vector<Kernel> &kernels,
                                          const std::string &wanted)
{
    std::vector<Kernel> selected;
    for (const Kernel &kernel : kernels) {
        if (wanted == "all" || wanted == kernel.family || wanted == kernel.name) {
            selected.push_back(kernel);
        }
    }
    return selected;
}

inline bool kernels_read(const char *path, std::vector<Kernel> *out_kernels)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream columns(line);
        Kernel kernel;
        std::string parameters, text;
        std::getline(columns, kernel.family, '\t');
        std::getline(columns, kernel.name, '\t');
        std::getline(columns, parameters, '\t');
        std::istringstream list(parameters);
        while (std::getline(list, text, ',')) {
            Parameter parameter;
            if (!parameter_parse(text, &parameter)) {
                fprintf(stderr, "%s: %s: unknown type in '%s'\n", path, kernel.name.c_str(),
                        text.c_str());
                return false;
            }
            kernel.parameters.push_back(parameter);
        }
        out_kernels->push_back(kernel);
    }
    return !out_kernels->empty();
}
