// NVTX's C++ classes. Marks with a text are passed to nvToolsExt.h; the other classes store
// nothing.
#ifndef KBUILD_NVTX3_HPP
#define KBUILD_NVTX3_HPP
#pragma GCC system_header

#include "nvToolsExt.h"

#include <string>

namespace nvtx3
{

struct domain {
    struct global {
    };
};

struct color {
    uint32_t argb;
    constexpr explicit color(uint32_t value) noexcept : argb(value)
    {
    }
};
struct rgb {
    uint8_t red, green, blue;
    constexpr rgb(uint8_t r, uint8_t g, uint8_t b) noexcept : red(r), green(g), blue(b)
    {
    }
};
struct argb {
    uint8_t alpha, red, green, blue;
    constexpr argb(uint8_t a, uint8_t r, uint8_t g, uint8_t b) noexcept
        : alpha(a), red(r), green(g), blue(b)
    {
    }
};
struct category {
    uint32_t id;
    constexpr explicit category(uint32_t value) noexcept : id(value)
    {
    }
};
template <class D_ = domain::global> struct named_category_in : category {
    named_category_in(uint32_t value, const char *) noexcept : category(value)
    {
    }
    template <class C_> static const named_category_in &get()
    {
        static const named_category_in one(C_::id, C_::name);
        return one;
    }
};
using named_category = named_category_in<>;
struct payload {
    template <class T> constexpr explicit payload(T) noexcept
    {
    }
};

struct message {
    const char *text;
    constexpr message(const char *value) noexcept : text(value)
    {
    }
    message(const ::std::string &value) noexcept : text(value.c_str())
    {
    }
};
template <class D_ = domain::global> struct registered_string_in {
    const char *text;
    explicit registered_string_in(const char *value) noexcept : text(value)
    {
    }
    operator message() const noexcept
    {
        return message(text);
    }
    template <class M_> static const registered_string_in &get()
    {
        static const registered_string_in one(M_::message);
        return one;
    }
};
using registered_string = registered_string_in<>;

// Attributes of an event. Of all attributes, the class stores only the message.
class event_attributes
{
    const char *text_ = "";

    void take(const message &m) noexcept
    {
        text_ = m.text;
    }
    void take(const char *m) noexcept
    {
        text_ = m;
    }
    void take(const ::std::string &m) noexcept
    {
        text_ = m.c_str();
    }
    template <class D_> void take(const registered_string_in<D_> &m) noexcept
    {
        text_ = m.text;
    }
    void take(const color &) noexcept
    {
    }
    void take(const rgb &) noexcept
    {
    }
    void take(const argb &) noexcept
    {
    }
    void take(const category &) noexcept
    {
    }
    void take(const payload &) noexcept
    {
    }

  public:
    event_attributes() noexcept = default;
    event_attributes(const event_attributes &) = default;
    template <class... Attributes> explicit event_attributes(const Attributes &...attributes)
    {
        const int done[] = {0, (take(attributes), 0)...};
        (void)done;
    }
    const char *text() const noexcept
    {
        return text_;
    }
};

template <class D_ = domain::global> class scoped_range_in
{
  public:
    scoped_range_in() noexcept
    {
        nvtxRangePushA("");
    }
    explicit scoped_range_in(const event_attributes &event) noexcept
    {
        nvtxRangePushA(event.text());
    }
    template <class... Attributes>
    explicit scoped_range_in(const Attributes &...attributes)
        : scoped_range_in(event_attributes(attributes...))
    {
    }
    scoped_range_in(const scoped_range_in &) = delete;
    scoped_range_in &operator=(const scoped_range_in &) = delete;
    ~scoped_range_in()
    {
        nvtxRangePop();
    }
};
using scoped_range = scoped_range_in<>;
using thread_range = scoped_range;

template <class D_ = domain::global> class unique_range_in
{
    nvtxRangeId_t id_;

  public:
    template <class... Attributes>
    explicit unique_range_in(const Attributes &...attributes)
        : id_(nvtxRangeStartA(event_attributes(attributes...).text()))
    {
    }
    unique_range_in(const unique_range_in &) = delete;
    unique_range_in &operator=(const unique_range_in &) = delete;
    ~unique_range_in()
    {
        nvtxRangeEnd(id_);
    }
};
using unique_range = unique_range_in<>;

template <class D_ = domain::global, class... Attributes>
inline void mark_in(const Attributes &...attributes)
{
    nvtxMarkA(event_attributes(attributes...).text());
}
template <class... Attributes> inline void mark(const Attributes &...attributes)
{
    mark_in<domain::global>(attributes...);
}

} // namespace nvtx3

#define NVTX3_FUNC_RANGE()     ::nvtx3::scoped_range nvtx3_range(__func__)
#define NVTX3_FUNC_RANGE_IN(D) ::nvtx3::scoped_range_in<D> nvtx3_range(__func__)
#define NVTX3_FUNC_RANGE_IF(condition)                                                             \
    ::nvtx3::scoped_range nvtx3_range((condition) ? __func__ : "")

#endif
