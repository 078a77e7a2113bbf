/* krt.hpp: krt.h for C++17. Everything is in this header: programs link libkrt alone.
 *
 *     #include "kernels.h"    // a package's typed launches, which C and C++ share
 *     #include <krt/krt.hpp>
 *
 *     krt::stream stream = krt::device().stream();
 *     krt::buffer<float> in = stream.upload(std::vector<float>{1, 2, 3});
 *     krt::buffer<float> out = stream.alloc<float>(in.size());
 *     krt::launch(kernels_launch_affine_f32, stream, krt::blocks(in.size()), in.size(), 0,
 *                 nullptr, in, out, 2.0f, 1.0f);
 *     std::vector<float> result = stream.download(out);
 *
 * A call that fails throws krt::error. The classes device, stream, event and module are handles
 * with a count of references: a copy refers to the same object, and a stream keeps its device. A
 * buffer can be moved but not copied, and keeps its stream. get() returns the pointer for functions
 * of krt.h that have no member here. As in C, any thread may call any function; but only one thread
 * at a time may write an object.
 */
#ifndef KRT_KRT_HPP
#define KRT_KRT_HPP

#include <krt/krt.h>

#include <cstring>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace krt
{

/* ---- Errors --------------------------------------------------------------------------------- */

class error : public std::runtime_error
{
  public:
    error(krt_status status, const std::string &message)
        : std::runtime_error(std::string(krt_status_name(status)) + ": " + message), status_(status)
    {
    }
    krt_status status() const noexcept
    {
        return status_;
    }

  private:
    krt_status status_;
};

/* Throws an error with the message of this thread's last failed call, unless |status| is KRT_OK. */
inline void check(krt_status status)
{
    if (status != KRT_OK)
        throw error(status, krt_error_message());
}

/* ---- Memory of a device ---------------------------------------------------------------------- */

/* Elements in device memory, which the span does not own. The host cannot read them. */
template <class T> class span
{
  public:
    constexpr span() = default;
    constexpr span(T *data, size_t size) : data_(data), size_(size)
    {
    }
    /* Converts a span<float> to a span<const float>. */
    template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
    constexpr span(const span<U> &other) : data_(other.data()), size_(other.size())
    {
    }
    constexpr T *data() const
    {
        return data_;
    }
    constexpr size_t size() const
    {
        return size_;
    }
    constexpr uint64_t bytes() const
    {
        return uint64_t{size_} * sizeof(T);
    }
    constexpr bool empty() const
    {
        return size_ == 0;
    }

    /* Returns |count| elements from |offset| on. Throws if some of them are outside of the span. */
    span subspan(size_t offset, size_t count) const
    {
        if (offset > size_ || count > size_ - offset)
            throw error(KRT_ERROR_INVALID_ARGUMENT, "elements " + std::to_string(offset) + " to " +
                                                        std::to_string(offset + count) + " of " +
                                                        std::to_string(size_));
        return span(data_ + offset, count);
    }

  private:
    T *data_ = nullptr;
    size_t size_ = 0;
};

template <class T> class buffer;

/* ---- Launches -------------------------------------------------------------------------------- */

namespace detail
{
template <class T, class = void> struct has_data : std::false_type {
};
template <class T>
struct has_data<T, std::void_t<decltype(std::declval<T>().data())>> : std::true_type {
};

/* Converts |argument| to parameter P of a launch function: a span or buffer to its address; a
 * record type of the program to a copy in the type that the package's header has for the record. */
template <class P, class A> P pass(A &argument)
{
    if constexpr (std::is_pointer_v<P> && has_data<A>::value) {
        return argument.data();
    } else if constexpr (std::is_class_v<P> && std::is_class_v<A> &&
                         !std::is_convertible_v<A &, P>) {
        static_assert(std::is_trivially_copyable_v<A> && sizeof(A) == sizeof(P) &&
                          alignof(A) == alignof(P),
                      "the record differs from the kernel's");
        P copy;
        std::memcpy(&copy, &argument, sizeof copy);
        return copy;
    } else {
        static_assert(!(std::is_integral_v<P> && std::is_floating_point_v<A>),
                      "a floating-point number for an integer parameter");
        return static_cast<P>(argument);
    }
}
} // namespace detail

/* Returns a configuration for |count| elements: blocks of |threads| threads, and one thread for
 * each element. */
inline krt_launch_config blocks(size_t count, uint32_t threads = 256)
{
    krt_launch_config config{};
    config.grid[0] = static_cast<uint32_t>((count + threads - 1) / threads);
    config.block[0] = threads;
    return config;
}

/* ---- Devices, streams, events ---------------------------------------------------------------- */

class stream;

class device
{
  public:
    /* |name| is "hip:0", "emu:gfx90a", or a list with commas, of which the first device that exists
     * is opened; NULL: see krt_device_options. */
    explicit device(const char *name = nullptr)
    {
        krt_device_options options{};
        options.struct_size = sizeof options;
        options.device = name;
        open(options);
    }
    explicit device(const krt_device_options &options)
    {
        open(options);
    }

    krt_device *get() const
    {
        return handle_.get();
    }
    krt_device_info info() const
    {
        krt_device_info info{};
        info.struct_size = sizeof info;
        check(krt_device_describe(get(), &info));
        return info;
    }
    void synchronize() const
    {
        check(krt_device_synchronize(get()));
    }
    krt::stream stream() const;        /* the default stream of the device */
    krt::stream create_stream() const; /* its work does not wait for the default stream */

  private:
    void open(const krt_device_options &options)
    {
        krt_device *raw;
        check(krt_device_open(&options, &raw));
        handle_.reset(raw, krt_device_close);
    }
    std::shared_ptr<krt_device> handle_;
};

class event
{
  public:
    explicit event(const device &device, uint32_t flags = 0) : device_(device)
    {
        krt_event *raw;
        check(krt_event_create(device.get(), flags, &raw));
        handle_.reset(raw, krt_event_destroy);
    }
    krt_event *get() const
    {
        return handle_.get();
    }
    void synchronize() const
    {
        check(krt_event_synchronize(get()));
    }
    /* Returns the milliseconds from the event |from| to this event. */
    float since(const event &from) const
    {
        float milliseconds;
        check(krt_event_elapsed(from.get(), get(), &milliseconds));
        return milliseconds;
    }

  private:
    device device_;
    std::shared_ptr<krt_event> handle_;
};

class stream
{
  public:
    krt_stream *get() const
    {
        return handle_.get();
    }
    const krt::device &device() const
    {
        return device_;
    }
    void synchronize() const
    {
        check(krt_stream_synchronize(get()));
    }
    void record(const event &event) const
    {
        check(krt_event_record(event.get(), get()));
    }
    void wait(const event &event) const
    {
        check(krt_stream_wait(get(), event.get()));
    }

    /* Allocates memory for |count| elements, whose values are unknown. */
    template <class T> buffer<T> alloc(size_t count) const
    {
        return buffer<T>(*this, count);
    }

    /* Copies a container of the host, such as a vector or an array, to |to|, a buffer or span with
     * the same number of elements. */
    template <class To, class C> void write(To &&to, const C &values) const
    {
        auto target = whole(to);
        check_size(target.size(), std::size(values));
        check(krt_copy_to_device(get(), target.data(), std::data(values), target.bytes()));
    }
    template <class From, class C> void read(const From &from, C &values) const
    {
        auto source = whole(from);
        check_size(source.size(), std::size(values));
        check(krt_copy_to_host(get(), std::data(values), source.data(), source.bytes()));
        synchronize();
    }
    template <class C> auto upload(const C &values) const
    {
        using T = std::remove_const_t<std::remove_pointer_t<decltype(std::data(values))>>;
        buffer<T> memory(*this, std::size(values));
        write(memory, values);
        return memory;
    }
    template <class From> auto download(const From &from) const
    {
        using T = std::remove_const_t<std::remove_pointer_t<decltype(from.data())>>;
        std::vector<T> values(from.size());
        read(from, values);
        return values;
    }
    /* Sets all bytes of a buffer or span to 0. */
    template <class To> void zero(To &&to) const
    {
        auto target = whole(to);
        check(krt_set(get(), target.data(), 0, 1, target.bytes()));
    }

  private:
    friend class krt::device;
    stream(const krt::device &device, krt_stream *raw, void (*destroy)(krt_stream *))
        : device_(device), handle_(raw, destroy)
    {
    }
    template <class M> static auto whole(M &memory)
    {
        using T = std::remove_pointer_t<decltype(memory.data())>;
        static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");
        return span<T>(memory.data(), memory.size());
    }
    static void check_size(size_t device, size_t host)
    {
        if (device != host)
            throw error(KRT_ERROR_INVALID_ARGUMENT, std::to_string(host) +
                                                        " elements on the host, " +
                                                        std::to_string(device) + " on the device");
    }
    krt::device device_;
    std::shared_ptr<krt_stream> handle_;
};

inline stream device::stream() const
{
    return {*this, krt_device_stream(get()), [](krt_stream *) {}};
}

inline stream device::create_stream() const
{
    krt_stream *raw;
    check(krt_stream_create(get(), &raw));
    return {*this, raw, krt_stream_destroy};
}

/* Memory of a stream, freed in the order of the stream's work. Other streams that use the memory
 * must be ordered with events. */
template <class T> class buffer
{
  public:
    buffer(const krt::stream &stream, size_t count) : stream_(stream)
    {
        if (count > UINT64_MAX / sizeof(T))
            throw error(KRT_ERROR_OUT_OF_MEMORY, std::to_string(count) + " elements");
        void *memory;
        check(krt_alloc_async(stream.get(), count * sizeof(T), &memory));
        span_ = krt::span<T>(static_cast<T *>(memory), count);
    }
    buffer(buffer &&other) noexcept
        : stream_(other.stream_), span_(std::exchange(other.span_, krt::span<T>()))
    {
    }
    buffer &operator=(buffer &&other) noexcept
    {
        std::swap(stream_, other.stream_);
        std::swap(span_, other.span_);
        return *this;
    }
    ~buffer()
    {
        krt_free_async(stream_.get(), span_.data());
    }

    T *data()
    {
        return span_.data();
    }
    const T *data() const
    {
        return span_.data();
    }
    size_t size() const
    {
        return span_.size();
    }
    const krt::stream &stream() const
    {
        return stream_;
    }
    krt::span<T> span()
    {
        return span_;
    }
    krt::span<const T> span() const
    {
        return span_;
    }

  private:
    krt::stream stream_;
    krt::span<T> span_;
};

/* Calls a launch function of a package's header, <package>_launch_<kernel>(), with objects of this
 * header: a buffer or span for a pointer, a record type of the program for a struct of the same
 * size and alignment. Types are checked as in a call of the function. */
template <class... P, class... A>
void launch(krt_status (*function)(krt_stream *, const krt_launch_config *, P...),
            const stream &stream, const krt_launch_config &config, A &&...arguments)
{
    static_assert(sizeof...(P) == sizeof...(A), "the kernel has another number of parameters");
    check(function(stream.get(), &config, detail::pass<P>(arguments)...));
}

/* Returns the memory of a package's variable. |function| is the package's
 * <package>_variable_<name>(). */
template <class T>
span<T> variable(krt_status (*function)(krt_device *, T **, uint64_t *), const device &device)
{
    T *data;
    uint64_t bytes;
    check(function(device.get(), &data, &bytes));
    return span<T>(data, bytes / sizeof(T));
}

/* ---- Code objects of any origin ------------------------------------------------------------ */

/* A kernel of a module. The function keeps the module loaded. */
class function
{
  public:
    krt_function *get() const
    {
        return handle_.get();
    }
    krt_function_info info() const
    {
        krt_function_info info{};
        info.struct_size = sizeof info;
        check(krt_function_describe(get(), &info));
        return info;
    }
    /* Launches the kernel. The arguments must have the types of the kernel's parameters: nothing
     * converts them. A span or buffer is passed as its address. */
    template <class... A>
    void launch(const stream &stream, const krt_launch_config &config, A &&...arguments) const
    {
        launch_values(stream, config, value(arguments)...);
    }

  private:
    friend class module;
    explicit function(std::shared_ptr<krt_function> handle) : handle_(std::move(handle))
    {
    }
    template <class A> static auto value(A &argument)
    {
        if constexpr (detail::has_data<A>::value)
            return argument.data();
        else
            return argument;
    }
    template <class... A>
    void launch_values(const stream &stream, const krt_launch_config &config, A... values) const
    {
        void *const pointers[sizeof...(A) + 1] = {&values...};
        check(krt_function_launch(get(), stream.get(), &config, pointers, sizeof...(A)));
    }
    std::shared_ptr<krt_function> handle_;
};

class module
{
  public:
    /* Loads a code object or a bundle: see krt_module_load_raw(). */
    module(const device &device, const void *data, size_t bytes) :device_(device)
    {
        krt_raw_module *raw;
        check(krt_module_load_raw(device.get(), data, bytes, &raw));
        handle_.reset(raw, krt_module_unload);
    }
    /* Compiles HIP or CUDA C++: see krt_compile(). */
    module(const device &device, const char *source,
           const krt_compile_options *options = nullptr) :device_(device)
    {
        krt_raw_module *raw;
        check(krt_compile(device.get(), source, options, &raw));
        handle_.reset(raw, krt_module_unload);
    }
    krt_raw_module *get() const
    {
        return handle_.get();
    }
    krt::function function(const char *name) const
    {
        krt_function *raw;
        check(krt_module_function(get(), name, &raw));
        auto keep = [module = *this](krt_function *) {};
        return krt::function(std::shared_ptr<krt_function>(raw, std::move(keep)));
    }

  private:
    device device_;
    std::shared_ptr<krt_raw_module> handle_;
};

} // namespace krt

#endif
