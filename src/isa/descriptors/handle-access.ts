// The arguments of the helpers for images by handle (helpers.ts): a handle is the address of a descriptor in memory.

/** Positions in a helper's `reads`; a sampler, or the data, follow. Absent coordinates are 0. */
export const HANDLE_ARGUMENT = {
  imageLow: 0,
  imageHigh: 1,
  /** One of HANDLE_KINDS. */
  kind: 2,
  /** Three: coordinates in the order of the instruction, the slice of an array behind the others. */
  coordinates: 3,
  samplerLow: 6,
  samplerHigh: 7,
  /** Of stores. */
  data: 6,
} as const;

/** Kinds by which instructions address an image. */
export const HANDLE_KINDS = { buffer: 0, plain: 1, array: 2 } as const;

/** Words behind an image's resource, in which AMD's runtime keeps the properties of its creation. */
export const HANDLE_WORDS = { resource: 8, channelType: 8, channelOrder: 9, width: 10 } as const;
