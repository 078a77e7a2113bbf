// The layer under CUB's functions for whole arrays, which hipCUB lacks. Programs call this layer
// for sizes of 64 bits, or to choose the sorting order by a template argument. cub.h includes this
// header.
#ifndef KBUILD_CUB_DISPATCH_H
#define KBUILD_CUB_DISPATCH_H
#pragma GCC system_header

BEGIN_HIPCUB_NAMESPACE

// Returns the current device, or -1 without a device or a runtime, as CUB does.
KBUILD_HOST_API int CurrentDevice()
{
    int device = -1;
    return hipGetDevice(&device) == hipSuccess ? device : -1;
}
KBUILD_HOST_API int DeviceCountUncached()
{
    int count = -1;
    return hipGetDeviceCount(&count) == hipSuccess ? count : -1;
}
KBUILD_HOST_API int DeviceCount()
{
    return DeviceCountUncached();
}

END_HIPCUB_NAMESPACE

namespace kbuild
{
namespace cub_dispatch
{

// Calls hipCUB's sort: SortPairs for keys with values, SortKeys for keys alone.
template <bool descending, class Value> struct radix_sort {
    template <class Key, class Count>
    static hipError_t call(void *storage, size_t &bytes, hipcub::DoubleBuffer<Key> &keys,
                           hipcub::DoubleBuffer<Value> &values, Count count, int begin, int end,
                           hipStream_t stream)
    {
        return descending ? hipcub::DeviceRadixSort::SortPairsDescending(
                                storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                                values.Alternate(), count, begin, end, stream)
                          : hipcub::DeviceRadixSort::SortPairs(
                                storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                                values.Alternate(), count, begin, end, stream);
    }
    template <class Key, class Count, class Begin, class End>
    static hipError_t call_segmented(void *storage, size_t &bytes, hipcub::DoubleBuffer<Key> &keys,
                                     hipcub::DoubleBuffer<Value> &values, Count count,
                                     Count segments, Begin begins, End ends, int begin, int end,
                                     hipStream_t stream)
    {
        return descending
                   ? hipcub::DeviceSegmentedRadixSort::SortPairsDescending(
                         storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                         values.Alternate(), count, segments, begins, ends, begin, end, stream)
                   : hipcub::DeviceSegmentedRadixSort::SortPairs(
                         storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                         values.Alternate(), count, segments, begins, ends, begin, end, stream);
    }
};
template <bool descending> struct radix_sort<descending, hipcub::NullType> {
    template <class Key, class Count>
    static hipError_t call(void *storage, size_t &bytes, hipcub::DoubleBuffer<Key> &keys,
                           hipcub::DoubleBuffer<hipcub::NullType> &, Count count, int begin,
                           int end, hipStream_t stream)
    {
        return descending
                   ? hipcub::DeviceRadixSort::SortKeysDescending(storage, bytes, keys.Current(),
                                                                 keys.Alternate(), count, begin,
                                                                 end, stream)
                   : hipcub::DeviceRadixSort::SortKeys(storage, bytes, keys.Current(),
                                                       keys.Alternate(), count, begin, end, stream);
    }
    template <class Key, class Count, class Begin, class End>
    static hipError_t call_segmented(void *storage, size_t &bytes, hipcub::DoubleBuffer<Key> &keys,
                                     hipcub::DoubleBuffer<hipcub::NullType> &, Count count,
                                     Count segments, Begin begins, End ends, int begin, int end,
                                     hipStream_t stream)
    {
        return descending
                   ? hipcub::DeviceSegmentedRadixSort::SortKeysDescending(
                         storage, bytes, keys.Current(), keys.Alternate(), count, segments, begins,
                         ends, begin, end, stream)
                   : hipcub::DeviceSegmentedRadixSort::SortKeys(storage, bytes, keys.Current(),
                                                                keys.Alternate(), count, segments,
                                                                begins, ends, begin, end, stream);
    }
};

// Whether |count| fits into an int: some of hipCUB's functions take the number of items as an int.
template <class Count> bool is_int(Count count)
{
    return count >= 0 && static_cast<Count>(static_cast<int>(count)) == count &&
           static_cast<int>(count) >= 0;
}

// Makes the other half of the double buffer the current one after a sort was started, because the
// sorted data will be there. Without |storage| the call only returned the size of the storage, and
// nothing changes.
template <class Buffer> void turn(Buffer &buffer, const void *storage, hipError_t error)
{
    if (storage && error == hipSuccess) {
        buffer.selector ^= 1;
    }
}

} // namespace cub_dispatch
} // namespace kbuild

BEGIN_HIPCUB_NAMESPACE

// The bool parameter of Dispatch() allows CUB to overwrite the input. It is ignored: hipCUB never
// overwrites the input.
template <bool descending, class Key, class Value, class Offset, class... Rest>
struct DispatchRadixSort {
    static hipError_t Dispatch(void *storage, size_t &bytes, DoubleBuffer<Key> &keys,
                               DoubleBuffer<Value> &values, Offset count, int begin, int end, bool,
                               hipStream_t stream, bool = false)
    {
        const hipError_t error = kbuild::cub_dispatch::radix_sort<descending, Value>::call(
            storage, bytes, keys, values, count, begin, end, stream);
        kbuild::cub_dispatch::turn(keys, storage, error);
        kbuild::cub_dispatch::turn(values, storage, error);
        return error;
    }
};

template <bool descending, class Key, class Value, class Begin, class End, class Offset,
          class... Rest>
struct DispatchSegmentedRadixSort {
    static hipError_t Dispatch(void *storage, size_t &bytes, DoubleBuffer<Key> &keys,
                               DoubleBuffer<Value> &values, Offset count, Offset segments,
                               Begin begins, End ends, int begin, int end, bool, hipStream_t stream,
                               bool = false)
    {
        if (!kbuild::cub_dispatch::is_int(count) || !kbuild::cub_dispatch::is_int(segments)) {
            return hipErrorInvalidValue;
        }
        const int size = static_cast<int>(count), parts = static_cast<int>(segments);
        const hipError_t error =
            kbuild::cub_dispatch::radix_sort<descending, Value>::call_segmented(
                storage, bytes, keys, values, size, parts, begins, ends, begin, end, stream);
        kbuild::cub_dispatch::turn(keys, storage, error);
        kbuild::cub_dispatch::turn(values, storage, error);
        return error;
    }
};

// DispatchScan is an exclusive scan if an initial value is given, else an inclusive one.
template <class In, class Out, class Op, class Init, class Offset, class... Rest>
struct DispatchScan {
    static hipError_t Dispatch(void *storage, size_t &bytes, In in, Out out, Op op, Init init,
                               Offset count, hipStream_t stream, bool = false)
    {
        return DeviceScan::ExclusiveScan(storage, bytes, in, out, op, init, count, stream);
    }
};
template <class In, class Out, class Op, class Offset, class... Rest>
struct DispatchScan<In, Out, Op, NullType, Offset, Rest...> {
    static hipError_t Dispatch(void *storage, size_t &bytes, In in, Out out, Op op, NullType,
                               Offset count, hipStream_t stream, bool = false)
    {
        return DeviceScan::InclusiveScan(storage, bytes, in, out, op, count, stream);
    }
};

template <class In, class Out, class Offset, class Op, class... Rest> struct DispatchReduce {
    template <class Init>
    static hipError_t Dispatch(void *storage, size_t &bytes, In in, Out out, Offset count, Op op,
                               Init init, hipStream_t stream, bool = false)
    {
        if (!kbuild::cub_dispatch::is_int(count)) {
            return hipErrorInvalidValue;
        }
        return DeviceReduce::Reduce(storage, bytes, in, out, static_cast<int>(count), op, init,
                                    stream);
    }
};

END_HIPCUB_NAMESPACE

#endif
