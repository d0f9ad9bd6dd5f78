// The descriptor of an image argument: 64 bytes in GPU memory, aligned to 64. The argument's slot holds their address.
// Only the driver writes it (IMAGE_DESCRIBE), only the builtin library's OpenCL C reads it (compiler/library/image.cl).
//
// Every kind but D1_BUFFER: bytes 0-31 are the T# that goes into scalar registers for image_load, image_store and
// image_sample. Surfaces are linear; channels are reordered by the T#'s component selects, in loads and in stores.
//
// D1_BUFFER: its width does not fit a T#. Bytes 0-15 are a V# for buffer_load_format_xyzw and buffer_store_format_xyzw
// with an index: stride = bytes of a pixel, num_records = pixels, format and selects as a T# would have them; bytes
// 16-31 are 0.
//
// Bytes 32-47 answer the get_image_* queries that the hardware's words cannot; bytes 48-63 are 0.

/** Offsets in bytes; every field is a u32 but the resource. */
export const IMAGE_DESCRIPTOR = {
  /** T#, 8 words; or V#, 4 words. */
  resource: 0,
  /** cl_channel_type, the same number as the kernel's CLK_* constant. */
  channelType: 32,
  /** cl_channel_order, likewise. */
  channelOrder: 36,
  /** ImageKind of abi/schema.ts. */
  kind: 40,
  /** Images in an array; 1 for other kinds. */
  arraySize: 44,
  size: 64,
} as const;
