/* device: an emulated GPU and its properties.
 */
#ifndef EMULATOR_CORE_DEVICE_H
#define EMULATOR_CORE_DEVICE_H

#include "instruction.h"
#include "target.h"

enum { DEVICES_MAX = 16 };

struct device {
    struct target_id target;
    enum generation generation;
    int ordinal;
    /* the chip's name as its driver reports it, such as "AMD Radeon RX 6800 XT" */
    const char *name;
    /* the number of compute units as HIP counts them in multiProcessorCount */
    unsigned compute_units;
    unsigned clock_khz, memory_clock_khz, bus_width;
    uint64_t memory_bytes, l2_bytes;
    /* the size of the cache between L2 and memory, in bytes; 0 if there is none */
    uint64_t infinity_bytes;
    unsigned pci_chip;  /* the PCI device id */
    unsigned wave_size; /* the number of lanes that HIP reports as warpSize */
    /* Where LDS and scratch begin in the flat address space: 1 << 48 and 2 << 48, which are above
     * all addresses of the process. */
    uint64_t shared_aperture, private_aperture;
    /* Called when a kernel has sent MSG_INTERRUPT, for which a thread of the host may be waiting.
     * NULL if no HIP layer has set it. */
    void (*on_interrupt)(struct device *device);
    void *hip; /* the state that the HIP layer (hip/) keeps of the device */
};

/* Returns the number of devices that HIPEMU_DEVICES lists ("gfx1030,gfx1100:..."; the default is
 * gfx1100). The first call makes the devices. If the list cannot be read, this is reported on
 * stderr and there are no devices. Thread-safe. */
unsigned device_count(void);
/* Sets the list that is used if HIPEMU_DEVICES is not set. False when the devices are already made,
 * or when there is no memory. */
bool devices_preset(const char *list);
struct device *device_at(unsigned ordinal);

#endif
