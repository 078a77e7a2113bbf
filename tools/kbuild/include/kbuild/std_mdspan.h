// cuda::std::mdspan, from C++17 on: extents, the layouts left, right and stride, and operator() for
// elements, as in CUDA before C++23. See the C++ standard, [views.multidim].
#ifndef KBUILD_STD_MDSPAN_H
#define KBUILD_STD_MDSPAN_H
#pragma GCC system_header

#include "std_span.h"

#if __cplusplus >= 201703L

#include <array>

namespace cuda
{
namespace std
{

// ---- extents ----

namespace kbuild_mdspan
{
template <class Index, ::std::size_t count> struct dynamic_values {
    Index items[count] = {};
    KBUILD_STD constexpr Index get(::std::size_t i) const
    {
        return items[i];
    }
    KBUILD_STD constexpr void set(::std::size_t i, Index value)
    {
        items[i] = value;
    }
};
template <class Index> struct dynamic_values<Index, 0> {
    KBUILD_STD constexpr Index get(::std::size_t) const
    {
        return 0;
    }
    KBUILD_STD constexpr void set(::std::size_t, Index)
    {
    }
};

template <class Index, class... Given>
static constexpr bool are_indices = (::std::is_convertible<Given, Index>::value && ...);
} // namespace kbuild_mdspan

template <class Index, ::std::size_t... given> class extents
{
    static constexpr ::std::size_t rank_ = sizeof...(given);
    static constexpr ::std::size_t dynamic_ = ((given == dynamic_extent ? 1 : 0) + ... + 0);
    kbuild_mdspan::dynamic_values<Index, dynamic_> values_;

    // Returns how many of the extents before |r| are dynamic.
    KBUILD_STD static constexpr ::std::size_t place_of(::std::size_t r)
    {
        const ::std::size_t all[] = {given..., 0};
        ::std::size_t place = 0;
        for (::std::size_t i = 0; i < r; ++i) {
            place += all[i] == dynamic_extent;
        }
        return place;
    }

    // Sets the dynamic extents from |count| values: either the values of all extents, or those of
    // the dynamic ones.
    template <class Values>
    KBUILD_STD constexpr void take(const Values &values, ::std::size_t count)
    {
        for (::std::size_t r = 0, at = 0; r < rank_; ++r) {
            if (static_extent(r) == dynamic_extent) {
                values_.set(at, static_cast<Index>(values[count == rank_ ? r : at]));
                ++at;
            }
        }
    }

  public:
    using index_type = Index;
    using size_type = typename ::std::make_unsigned<Index>::type;
    using rank_type = ::std::size_t;

    KBUILD_STD static constexpr rank_type rank() noexcept
    {
        return rank_;
    }
    KBUILD_STD static constexpr rank_type rank_dynamic() noexcept
    {
        return dynamic_;
    }
    KBUILD_STD static constexpr ::std::size_t static_extent(rank_type r) noexcept
    {
        const ::std::size_t all[] = {given..., 0};
        return all[r];
    }
    KBUILD_STD constexpr index_type extent(rank_type r) const noexcept
    {
        return static_extent(r) == dynamic_extent ? values_.get(place_of(r))
                                                  : static_cast<index_type>(static_extent(r));
    }

    constexpr extents() noexcept = default;

    template <class... I_, class = typename ::std::enable_if<
                               kbuild_mdspan::are_indices<Index, I_...> && (sizeof...(I_) > 0) &&
                               (sizeof...(I_) == rank_ || sizeof...(I_) == dynamic_)>::type>
    KBUILD_STD explicit constexpr extents(I_... values) noexcept
    {
        const Index all[] = {static_cast<Index>(values)...};
        take(all, sizeof...(I_));
    }
    template <class I_, ::std::size_t n,
              class = typename ::std::enable_if<n == rank_ || n == dynamic_>::type>
    KBUILD_STD constexpr extents(const array<I_, n> &values) noexcept
    {
        take(values, n);
    }
    template <class I_, ::std::size_t n,
              class = typename ::std::enable_if<n == rank_ || n == dynamic_>::type>
    KBUILD_STD constexpr extents(span<I_, n> values) noexcept
    {
        take(values, n);
    }
    template <class I_, ::std::size_t... theirs,
              class = typename ::std::enable_if<sizeof...(theirs) == rank_ &&
                                                ((theirs == dynamic_extent ||
                                                  given == dynamic_extent || theirs == given) &&
                                                 ...)>::type>
    KBUILD_STD constexpr extents(const extents<I_, theirs...> &other) noexcept
    {
        for (::std::size_t r = 0, at = 0; r < rank_; ++r) {
            if (static_extent(r) == dynamic_extent) {
                values_.set(at++, static_cast<Index>(other.extent(r)));
            }
        }
    }

    template <class I_, ::std::size_t... theirs>
    KBUILD_STD friend constexpr bool operator==(const extents &a,
                                                const extents<I_, theirs...> &b) noexcept
    {
        bool same = rank_ == sizeof...(theirs);
        for (::std::size_t r = 0; same && r < rank_; ++r) {
            same =
                static_cast<::std::size_t>(a.extent(r)) == static_cast<::std::size_t>(b.extent(r));
        }
        return same;
    }
    template <class I_, ::std::size_t... theirs>
    KBUILD_STD friend constexpr bool operator!=(const extents &a,
                                                const extents<I_, theirs...> &b) noexcept
    {
        return !(a == b);
    }
};

namespace kbuild_mdspan
{
template <class Index, class Sequence> struct all_dynamic;
template <class Index, ::std::size_t... r> struct all_dynamic<Index, ::std::index_sequence<r...>> {
    using type = extents<Index, (r, dynamic_extent)...>;
};
} // namespace kbuild_mdspan

template <class Index, ::std::size_t rank>
using dextents = typename kbuild_mdspan::all_dynamic<Index, ::std::make_index_sequence<rank>>::type;
template <::std::size_t rank, class Index = ::std::size_t> using dims = dextents<Index, rank>;

template <class... I_>
KBUILD_STD extents(I_...)->extents<::std::size_t, (sizeof(I_), dynamic_extent)...>;

// ---- layouts ----

namespace kbuild_mdspan
{
// The members that the mappings of all layouts have.
template <class Extents> class mapping_base
{
  protected:
    Extents extents_;

  public:
    using extents_type = Extents;
    using index_type = typename Extents::index_type;
    using size_type = typename Extents::size_type;
    using rank_type = typename Extents::rank_type;

    constexpr mapping_base() noexcept = default;
    KBUILD_STD constexpr mapping_base(const Extents &given) noexcept : extents_(given)
    {
    }
    KBUILD_STD constexpr const Extents &extents() const noexcept
    {
        return extents_;
    }
    KBUILD_STD static constexpr bool is_always_unique() noexcept
    {
        return true;
    }
    KBUILD_STD static constexpr bool is_always_strided() noexcept
    {
        return true;
    }
    KBUILD_STD static constexpr bool is_unique() noexcept
    {
        return true;
    }
    KBUILD_STD static constexpr bool is_strided() noexcept
    {
        return true;
    }

  protected:
    // Returns the product of the extents [from, to).
    KBUILD_STD constexpr index_type product(rank_type from, rank_type to) const
    {
        index_type result = 1;
        for (; from < to; ++from) {
            result *= extents_.extent(from);
        }
        return result;
    }
};

// The mapping of a layout without gaps. Elements that are neighbours in memory differ in the last
// index if |right|, else in the first.
template <class Layout, class Extents, bool right> class dense : public mapping_base<Extents>
{
    using base = mapping_base<Extents>;

  public:
    using layout_type = Layout;
    using base::base;
    using typename base::index_type;
    using typename base::rank_type;

    constexpr dense() noexcept = default;
    template <class E_,
              class = typename ::std::enable_if<::std::is_constructible<Extents, E_>::value>::type>
    KBUILD_STD constexpr dense(const dense<Layout, E_, right> &other) noexcept
        : base(Extents(other.extents()))
    {
    }
    KBUILD_STD static constexpr bool is_always_exhaustive() noexcept
    {
        return true;
    }
    KBUILD_STD static constexpr bool is_exhaustive() noexcept
    {
        return true;
    }
    KBUILD_STD constexpr index_type required_span_size() const noexcept
    {
        return this->product(0, Extents::rank());
    }
    KBUILD_STD constexpr index_type stride(rank_type r) const noexcept
    {
        return right ? this->product(r + 1, Extents::rank()) : this->product(0, r);
    }
    template <class... I_> KBUILD_STD constexpr index_type operator()(I_... given) const noexcept
    {
        static_assert(sizeof...(I_) == Extents::rank(), "an index for each extent");
        const index_type indices[] = {static_cast<index_type>(given)..., 0};
        index_type offset = 0;
        for (rank_type i = 0; i < Extents::rank(); ++i) {
            const rank_type r = right ? i : Extents::rank() - 1 - i;
            offset = offset * this->extents_.extent(r) + indices[r];
        }
        return offset;
    }
    template <class E_>
    KBUILD_STD friend constexpr bool operator==(const dense &a,
                                                const dense<Layout, E_, right> &b) noexcept
    {
        return a.extents() == b.extents();
    }
};
} // namespace kbuild_mdspan

struct layout_right {
    template <class Extents> using mapping = kbuild_mdspan::dense<layout_right, Extents, true>;
};

struct layout_left {
    template <class Extents> using mapping = kbuild_mdspan::dense<layout_left, Extents, false>;
};

struct layout_stride {
    template <class Extents> class mapping : public kbuild_mdspan::mapping_base<Extents>
    {
        using base = kbuild_mdspan::mapping_base<Extents>;

      public:
        using layout_type = layout_stride;
        using typename base::index_type;
        using typename base::rank_type;

      private:
        kbuild_mdspan::dynamic_values<index_type, Extents::rank()> strides_;

      public:
        KBUILD_STD constexpr mapping() noexcept : mapping(layout_right::mapping<Extents>())
        {
        }
        template <class I_>
        KBUILD_STD constexpr mapping(const Extents &given,
                                     const array<I_, Extents::rank()> &strides) noexcept
            : base(given)
        {
            for (rank_type r = 0; r < Extents::rank(); ++r) {
                strides_.set(r, static_cast<index_type>(strides[r]));
            }
        }
        template <class I_>
        KBUILD_STD constexpr mapping(const Extents &given,
                                     span<I_, Extents::rank()> strides) noexcept
            : base(given)
        {
            for (rank_type r = 0; r < Extents::rank(); ++r) {
                strides_.set(r, static_cast<index_type>(strides[r]));
            }
        }
        // Converts any other mapping that has strides.
        template <class Other, class = typename Other::layout_type>
        KBUILD_STD constexpr mapping(const Other &other) noexcept : base(Extents(other.extents()))
        {
            for (rank_type r = 0; r < Extents::rank(); ++r) {
                strides_.set(r, static_cast<index_type>(other.stride(r)));
            }
        }
        KBUILD_STD static constexpr bool is_always_exhaustive() noexcept
        {
            return false;
        }
        KBUILD_STD constexpr bool is_exhaustive() const noexcept
        {
            return required_span_size() == this->product(0, Extents::rank());
        }
        KBUILD_STD constexpr index_type stride(rank_type r) const noexcept
        {
            return strides_.get(r);
        }
        KBUILD_STD constexpr array<index_type, Extents::rank()> strides() const noexcept
        {
            array<index_type, Extents::rank()> all = {};
            for (rank_type r = 0; r < Extents::rank(); ++r) {
                all[r] = strides_.get(r);
            }
            return all;
        }
        KBUILD_STD constexpr index_type required_span_size() const noexcept
        {
            index_type last = 0;
            for (rank_type r = 0; r < Extents::rank(); ++r) {
                if (this->extents_.extent(r) == 0) {
                    return 0;
                }
                last += (this->extents_.extent(r) - 1) * strides_.get(r);
            }
            return last + 1;
        }
        template <class... I_>
        KBUILD_STD constexpr index_type operator()(I_... given) const noexcept
        {
            static_assert(sizeof...(I_) == Extents::rank(), "an index for each extent");
            const index_type indices[] = {static_cast<index_type>(given)..., 0};
            index_type offset = 0;
            for (rank_type r = 0; r < Extents::rank(); ++r) {
                offset += indices[r] * strides_.get(r);
            }
            return offset;
        }
    };
};

// ---- elements ----

template <class T> struct default_accessor {
    using offset_policy = default_accessor;
    using element_type = T;
    using reference = T &;
    using data_handle_type = T *;

    constexpr default_accessor() noexcept = default;
    template <class U, class = typename ::std::enable_if<
                           ::std::is_convertible<U (*)[], T (*)[]>::value>::type>
    KBUILD_STD constexpr default_accessor(default_accessor<U>) noexcept
    {
    }
    KBUILD_STD constexpr T &access(T *first, ::std::size_t i) const noexcept
    {
        return first[i];
    }
    KBUILD_STD constexpr T *offset(T *first, ::std::size_t i) const noexcept
    {
        return first + i;
    }
};

template <class T, class Extents, class Layout = layout_right, class Accessor = default_accessor<T>>
class mdspan
{
  public:
    using extents_type = Extents;
    using layout_type = Layout;
    using accessor_type = Accessor;
    using mapping_type = typename Layout::template mapping<Extents>;
    using element_type = T;
    using value_type = typename ::std::remove_cv<T>::type;
    using index_type = typename Extents::index_type;
    using size_type = typename Extents::size_type;
    using rank_type = typename Extents::rank_type;
    using data_handle_type = typename Accessor::data_handle_type;
    using reference = typename Accessor::reference;

  private:
    data_handle_type data_ = data_handle_type();
    mapping_type mapping_;
    Accessor accessor_;

    template <class Indices, ::std::size_t... r>
    KBUILD_STD constexpr reference at(const Indices &indices, ::std::index_sequence<r...>) const
    {
        return (*this)(indices[r]...);
    }

  public:
    constexpr mdspan() = default;
    template <class... I_,
              class = typename ::std::enable_if<kbuild_mdspan::are_indices<index_type, I_...> &&
                                                (sizeof...(I_) == Extents::rank() ||
                                                 sizeof...(I_) == Extents::rank_dynamic())>::type>
    KBUILD_STD explicit constexpr mdspan(data_handle_type data, I_... sizes)
        : data_(data), mapping_(Extents(static_cast<index_type>(sizes)...))
    {
    }
    template <class I_, ::std::size_t n>
    KBUILD_STD constexpr mdspan(data_handle_type data, const array<I_, n> &sizes)
        : data_(data), mapping_(Extents(sizes))
    {
    }
    template <class I_, ::std::size_t n>
    KBUILD_STD constexpr mdspan(data_handle_type data, span<I_, n> sizes)
        : data_(data), mapping_(Extents(sizes))
    {
    }
    KBUILD_STD constexpr mdspan(data_handle_type data, const Extents &sizes)
        : data_(data), mapping_(sizes)
    {
    }
    KBUILD_STD constexpr mdspan(data_handle_type data, const mapping_type &mapping)
        : data_(data), mapping_(mapping)
    {
    }
    KBUILD_STD constexpr mdspan(data_handle_type data, const mapping_type &mapping,
                                const Accessor &accessor)
        : data_(data), mapping_(mapping), accessor_(accessor)
    {
    }
    template <class U, class E_, class L_, class A_,
              class = typename ::std::enable_if<
                  ::std::is_constructible<mapping_type, const typename L_::template mapping<E_> &>::
                      value && ::std::is_constructible<Accessor, const A_ &>::value>::type>
    KBUILD_STD constexpr mdspan(const mdspan<U, E_, L_, A_> &other)
        : data_(other.data_handle()), mapping_(other.mapping()), accessor_(other.accessor())
    {
    }

    template <class... I_,
              class = typename ::std::enable_if<kbuild_mdspan::are_indices<index_type, I_...> &&
                                                sizeof...(I_) == Extents::rank()>::type>
    KBUILD_STD constexpr reference operator()(I_... indices) const
    {
        return accessor_.access(
            data_, static_cast<::std::size_t>(mapping_(static_cast<index_type>(indices)...)));
    }
#if defined(__cpp_multidimensional_subscript)
    template <class... I_,
              class = typename ::std::enable_if<kbuild_mdspan::are_indices<index_type, I_...> &&
                                                sizeof...(I_) == Extents::rank()>::type>
    KBUILD_STD constexpr reference operator[](I_... indices) const
    {
        return (*this)(indices...);
    }
#else
    template <class I_, class E_ = Extents,
              class = typename ::std::enable_if<::std::is_convertible<I_, index_type>::value &&
                                                E_::rank() == 1>::type>
    KBUILD_STD constexpr reference operator[](I_ index) const
    {
        return (*this)(index);
    }
#endif
    template <class I_>
    KBUILD_STD constexpr reference operator[](const array<I_, Extents::rank()> &indices) const
    {
        return at(indices, ::std::make_index_sequence<Extents::rank()>());
    }
    template <class I_>
    KBUILD_STD constexpr reference operator[](span<I_, Extents::rank()> indices) const
    {
        return at(indices, ::std::make_index_sequence<Extents::rank()>());
    }

    KBUILD_STD static constexpr rank_type rank() noexcept
    {
        return Extents::rank();
    }
    KBUILD_STD static constexpr rank_type rank_dynamic() noexcept
    {
        return Extents::rank_dynamic();
    }
    KBUILD_STD static constexpr ::std::size_t static_extent(rank_type r) noexcept
    {
        return Extents::static_extent(r);
    }
    KBUILD_STD constexpr index_type extent(rank_type r) const noexcept
    {
        return mapping_.extents().extent(r);
    }
    KBUILD_STD constexpr size_type size() const noexcept
    {
        size_type count = 1;
        for (rank_type r = 0; r < rank(); ++r) {
            count *= static_cast<size_type>(extent(r));
        }
        return count;
    }
    KBUILD_STD constexpr bool empty() const noexcept
    {
        return size() == 0;
    }
    KBUILD_STD constexpr const Extents &extents() const noexcept
    {
        return mapping_.extents();
    }
    KBUILD_STD constexpr const data_handle_type &data_handle() const noexcept
    {
        return data_;
    }
    KBUILD_STD constexpr const mapping_type &mapping() const noexcept
    {
        return mapping_;
    }
    KBUILD_STD constexpr const Accessor &accessor() const noexcept
    {
        return accessor_;
    }
    KBUILD_STD constexpr index_type stride(rank_type r) const
    {
        return mapping_.stride(r);
    }
    KBUILD_STD static constexpr bool is_always_unique() noexcept
    {
        return mapping_type::is_always_unique();
    }
    KBUILD_STD static constexpr bool is_always_exhaustive() noexcept
    {
        return mapping_type::is_always_exhaustive();
    }
    KBUILD_STD static constexpr bool is_always_strided() noexcept
    {
        return mapping_type::is_always_strided();
    }
    KBUILD_STD constexpr bool is_exhaustive() const
    {
        return mapping_.is_exhaustive();
    }
};

template <
    class T, class... I_,
    class = typename ::std::enable_if<(::std::is_convertible<I_, ::std::size_t>::value && ...) &&
                                      (sizeof...(I_) > 0)>::type>
KBUILD_STD mdspan(T *, I_...)->mdspan<T, dextents<::std::size_t, sizeof...(I_)>>;
template <class T, class I_, ::std::size_t n>
KBUILD_STD mdspan(T *, const array<I_, n> &)->mdspan<T, dextents<::std::size_t, n>>;
template <class T, class I_, ::std::size_t... sizes>
KBUILD_STD mdspan(T *, const extents<I_, sizes...> &)->mdspan<T, extents<I_, sizes...>>;
template <class T, class Mapping, class = typename Mapping::layout_type>
KBUILD_STD mdspan(T *, const Mapping &)
    ->mdspan<T, typename Mapping::extents_type, typename Mapping::layout_type>;

} // namespace std
} // namespace cuda

#endif

#endif
