// The device of our own protocol as it is known before anything of the protocol itself (schema.ts) is needed.

/** The type byte of every request number (_IOC). */
export const IOCTL_TYPE = 0xa7;
export const DEVICE_PATH = '/dev/atoll0';
/** Devices of one run: HELLO never counts more. */
export const MAX_DEVICES = 64;
