// Messages of instruction sets of Atoll's own.

/** No message of machine code, whose field has 16 bits: a signal has changed, on which a host may wait. */
export const MESSAGE_SIGNAL = 0x1_0000;
