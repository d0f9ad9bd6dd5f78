// Images through the hardware's own instructions. An image is the address of its descriptor
// (src/abi/image-descriptor.ts), a sampler is its CLK_* bits; the sampler descriptor S# is computed from them at each
// read. Source of the fields: "Southern Islands Series ISA", tables of the image resource (T#), image sampler (S#) and
// buffer resource (V#).

#define IMAGE __attribute__((overloadable, always_inline))
#define QUERY __attribute__((overloadable, always_inline, pure))
#define INLINE static inline __attribute__((always_inline))

// Offsets in words: IMAGE_DESCRIPTOR of image-descriptor.ts.
#define CHANNEL_TYPE 8
#define CHANNEL_ORDER 9
#define ARRAY_SIZE 11

#define DESCRIPTOR(image) ((__constant const uint *)__builtin_astype(image, __constant const uint *))
#define SCALAR(word) __builtin_amdgcn_readfirstlane(word)

INLINE uint8 image_resource(__constant const uint *d) {
  return (uint8)(SCALAR(d[0]), SCALAR(d[1]), SCALAR(d[2]), SCALAR(d[3]), SCALAR(d[4]), SCALAR(d[5]), SCALAR(d[6]),
                 SCALAR(d[7]));
}

INLINE uint4 buffer_resource(__constant const uint *d) {
  return (uint4)(SCALAR(d[0]), SCALAR(d[1]), SCALAR(d[2]), SCALAR(d[3]));
}

// S#, word 0: one addressing mode for x, y and z; word 2: filters; word 3: the border colour's alpha depends on the
// image.
#define CLAMP_REPEAT 0
#define CLAMP_MIRROR 1
#define CLAMP_EDGE 2
#define CLAMP_BORDER 6
#define UNNORMALIZED (1u << 15)
// Without it nearest filters round coordinates to 1/256 of a texel first.
#define TRUNCATE (1u << 27)
#define FILTER_LINEAR_XY (1u << 20 | 1u << 22)
#define FILTER_LINEAR_Z (2u << 24)
#define FILTER_POINT_Z (1u << 24)
#define BORDER_OPAQUE_BLACK (1u << 30)
#define ADDRESS_MASK 0xe

// One bit for each channel order from CLK_R on: R, RG, RGB and LUMINANCE have a border with alpha 1.
#define OPAQUE_BORDERS 0x215u

INLINE uint border_word(uint order) {
  return OPAQUE_BORDERS >> ((order - CLK_R) & 31) & 1 ? BORDER_OPAQUE_BLACK : 0;
}

INLINE uint4 sampler_resource(sampler_t sampler, uint order) {
  uint bits = (uint)__builtin_astype(sampler, ulong);
  uint address = bits & ADDRESS_MASK;
  uint clamp = address == CLK_ADDRESS_REPEAT            ? CLAMP_REPEAT
               : address == CLK_ADDRESS_MIRRORED_REPEAT ? CLAMP_MIRROR
               : address == CLK_ADDRESS_CLAMP           ? CLAMP_BORDER
                                                        : CLAMP_EDGE;
  uint word0 = clamp * 0x49 | (bits & CLK_NORMALIZED_COORDS_TRUE ? 0 : UNNORMALIZED) |
               (bits & CLK_FILTER_LINEAR ? 0 : TRUNCATE);
  uint word2 = bits & CLK_FILTER_LINEAR ? FILTER_LINEAR_XY | FILTER_LINEAR_Z : FILTER_POINT_Z;
  return (uint4)(SCALAR(word0), 0, SCALAR(word2), SCALAR(border_word(order)));
}

// The value of a sampler declared in the source.
__attribute__((always_inline)) __constant void *__translate_sampler_initializer(int bits) {
  return (__constant void *)(ulong)(uint)bits;
}

// Reads, FORM: modifiers of the instruction; `da` for arrays.
#define SAMPLE(SUFFIX, TEXEL, KIND, COORD, TO_FLOAT, FORM)                                                       \
  TEXEL IMAGE read_image##SUFFIX(read_only KIND image, sampler_t sampler, COORD at) {                            \
    __constant const uint *d = DESCRIPTOR(image);                                                                \
    TEXEL texel;                                                                                                 \
    __asm__("image_sample_lz %0, %1, %2, %3 dmask:0xf" FORM "\n\ts_waitcnt vmcnt(0)"                             \
            : "=&v"(texel)                                                                                       \
            : "v"(TO_FLOAT(at)), "s"(image_resource(d)), "s"(sampler_resource(sampler, d[CHANNEL_ORDER])));      \
    return texel;                                                                                                \
  }

#define LOAD(SUFFIX, TEXEL, KIND, COORD, FORM)                                                             \
  TEXEL IMAGE read_image##SUFFIX(read_only KIND image, COORD at) {                                         \
    TEXEL texel;                                                                                           \
    __asm__("image_load %0, %1, %2 dmask:0xf unorm" FORM "\n\ts_waitcnt vmcnt(0)"                          \
            : "=&v"(texel)                                                                                 \
            : "v"(at), "s"(image_resource(DESCRIPTOR(image))));                                            \
    return texel;                                                                                          \
  }

#define STORE(SUFFIX, TEXEL, KIND, COORD, FORM)                                                              \
  void IMAGE write_image##SUFFIX(write_only KIND image, COORD at, TEXEL texel) {                             \
    __asm__ volatile("image_store %0, %1, %2 dmask:0xf unorm glc" FORM "\n\ts_waitcnt vmcnt(0) expcnt(0)"    \
                     :                                                                                       \
                     : "v"(texel), "v"(at), "s"(image_resource(DESCRIPTOR(image)))                           \
                     : "memory");                                                                            \
  }

#define ACCESS(SUFFIX, TEXEL, KIND, INT, FLOAT, TO_FLOAT, FORM) \
  SAMPLE(SUFFIX, TEXEL, KIND, INT, TO_FLOAT, FORM)              \
  SAMPLE(SUFFIX, TEXEL, KIND, FLOAT, , FORM)                    \
  LOAD(SUFFIX, TEXEL, KIND, INT, FORM)                          \
  STORE(SUFFIX, TEXEL, KIND, INT, FORM)

#define ACCESS_TYPES(KIND, INT, FLOAT, TO_FLOAT, FORM)      \
  ACCESS(f, float4, KIND, INT, FLOAT, TO_FLOAT, FORM)       \
  ACCESS(i, int4, KIND, INT, FLOAT, TO_FLOAT, FORM)         \
  ACCESS(ui, uint4, KIND, INT, FLOAT, TO_FLOAT, FORM)

ACCESS_TYPES(image1d_t, int, float, convert_float, "")
ACCESS_TYPES(image1d_array_t, int2, float2, convert_float2, " da")
ACCESS_TYPES(image2d_t, int2, float2, convert_float2, "")
ACCESS_TYPES(image2d_array_t, int4, float4, convert_float4, " da")
ACCESS_TYPES(image3d_t, int4, float4, convert_float4, "")

// 1D images from buffers are wider than any image: typed elements of a buffer.
#define BUFFER(SUFFIX, TEXEL)                                                                               \
  TEXEL IMAGE read_image##SUFFIX(read_only image1d_buffer_t image, int at) {                                \
    TEXEL texel;                                                                                            \
    __asm__("buffer_load_format_xyzw %0, %1, %2, 0 idxen\n\ts_waitcnt vmcnt(0)"                             \
            : "=&v"(texel)                                                                                  \
            : "v"(at), "s"(buffer_resource(DESCRIPTOR(image))));                                            \
    return texel;                                                                                           \
  }                                                                                                         \
  void IMAGE write_image##SUFFIX(write_only image1d_buffer_t image, int at, TEXEL texel) {                  \
    __asm__ volatile("buffer_store_format_xyzw %0, %1, %2, 0 idxen glc\n\ts_waitcnt vmcnt(0) expcnt(0)"     \
                     :                                                                                      \
                     : "v"(texel), "v"(at), "s"(buffer_resource(DESCRIPTOR(image)))                         \
                     : "memory");                                                                           \
  }

BUFFER(f, float4)
BUFFER(i, int4)
BUFFER(ui, uint4)

// Queries. The T# has sizes minus one; the pixels of an image from a buffer are the records of its V#.
#define WIDTH(d) (int)((d[2] & 0x3fff) + 1)
#define HEIGHT(d) (int)((d[2] >> 14 & 0x3fff) + 1)
#define DEPTH(d) (int)((d[4] & 0x1fff) + 1)
#define RECORDS(d) (int)d[2]

#define QUERIES(ACCESS, KIND, WIDTH_OF)                                                                          \
  int QUERY get_image_width(ACCESS KIND image) { return WIDTH_OF(DESCRIPTOR(image)); }                           \
  int QUERY get_image_channel_data_type(ACCESS KIND image) { return DESCRIPTOR(image)[CHANNEL_TYPE]; }           \
  int QUERY get_image_channel_order(ACCESS KIND image) { return DESCRIPTOR(image)[CHANNEL_ORDER]; }

#define QUERIES_2D(ACCESS, KIND)                                                                                 \
  int QUERY get_image_height(ACCESS KIND image) { return HEIGHT(DESCRIPTOR(image)); }                            \
  int2 QUERY get_image_dim(ACCESS KIND image) {                                                                  \
    return (int2)(WIDTH(DESCRIPTOR(image)), HEIGHT(DESCRIPTOR(image)));                                          \
  }

#define QUERIES_3D(ACCESS)                                                                                       \
  int QUERY get_image_height(ACCESS image3d_t image) { return HEIGHT(DESCRIPTOR(image)); }                       \
  int QUERY get_image_depth(ACCESS image3d_t image) { return DEPTH(DESCRIPTOR(image)); }                         \
  int4 QUERY get_image_dim(ACCESS image3d_t image) {                                                             \
    return (int4)(WIDTH(DESCRIPTOR(image)), HEIGHT(DESCRIPTOR(image)), DEPTH(DESCRIPTOR(image)), 0);             \
  }

#define QUERIES_ARRAY(ACCESS, KIND) \
  size_t QUERY get_image_array_size(ACCESS KIND image) { return DESCRIPTOR(image)[ARRAY_SIZE]; }

#define ALL_QUERIES(ACCESS)                  \
  QUERIES(ACCESS, image1d_t, WIDTH)          \
  QUERIES(ACCESS, image1d_array_t, WIDTH)    \
  QUERIES(ACCESS, image1d_buffer_t, RECORDS) \
  QUERIES(ACCESS, image2d_t, WIDTH)          \
  QUERIES(ACCESS, image2d_array_t, WIDTH)    \
  QUERIES(ACCESS, image3d_t, WIDTH)          \
  QUERIES_2D(ACCESS, image2d_t)              \
  QUERIES_2D(ACCESS, image2d_array_t)        \
  QUERIES_3D(ACCESS)                         \
  QUERIES_ARRAY(ACCESS, image1d_array_t)     \
  QUERIES_ARRAY(ACCESS, image2d_array_t)

ALL_QUERIES(read_only)
ALL_QUERIES(write_only)
