/* device: an emulated GPU: its properties, and the threads that run its workgroups.
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
    const char *name;       /* as the chip's driver reports it: "AMD Radeon RX 6800 XT" */
    unsigned compute_units; /* as HIP counts them: multiProcessorCount */
    unsigned clock_khz, memory_clock_khz, bus_width;
    uint64_t memory_bytes, l2_bytes;
    uint64_t infinity_bytes; /* the cache in front of the memory; 0 where there is none */
    unsigned pci_chip;       /* the PCI device id */
    unsigned wave_size;      /* that HIP reports: warpSize */
    /* Where LDS and scratch begin in the flat address space: 1 << 48 and 2 << 48, which no address
     * of the process reaches. */
    uint64_t shared_aperture, private_aperture;
    /* A kernel sent MSG_INTERRUPT: a thread of the host may wait for it. May be NULL. */
    void (*on_interrupt)(struct device *device);
    void *hip; /* state of the ABI side */
};

/* The devices of HIPEMU_DEVICES ("gfx1030,gfx1100:...", default gfx1100), made once; thread-safe. A
 * list that cannot be read is reported on stderr and gives no device. */
unsigned device_count(void);
/* The list to use where HIPEMU_DEVICES is not set. False when the devices are made already, or when
 * there is no memory. */
bool devices_preset(const char *list);
struct device *device_at(unsigned ordinal);

#endif
