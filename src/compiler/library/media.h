// Declarations of cl_amd_media_ops and cl_amd_media_ops2; the functions are in media.cl.
#define ATOLL_MEDIA __attribute__((overloadable, const))

#define ATOLL_MEDIA_TERNARY(R, A, B, C, NAME) R ATOLL_MEDIA NAME(A, B, C);
#define ATOLL_MEDIA_WIDTHS(LIST, N)                             \
  LIST(uint##N, int##N, float##N, ulong##N)
#define ATOLL_MEDIA_ALL(UINT, INT, FLOAT, ULONG)                \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_bitalign)     \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_bytealign)    \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_lerp)         \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_sad)          \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_sadhi)        \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_msad)         \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_sadw)         \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_sadd)         \
  ATOLL_MEDIA_TERNARY(ULONG, ULONG, UINT, ULONG, amd_qsad)      \
  ATOLL_MEDIA_TERNARY(ULONG, ULONG, UINT, ULONG, amd_mqsad)     \
  ATOLL_MEDIA_TERNARY(UINT, UINT, UINT, UINT, amd_bfe)          \
  ATOLL_MEDIA_TERNARY(INT, INT, UINT, UINT, amd_bfe)            \
  ATOLL_MEDIA_THREE(UINT)                                       \
  ATOLL_MEDIA_THREE(INT)                                        \
  ATOLL_MEDIA_THREE(FLOAT)                                      \
  UINT ATOLL_MEDIA amd_bfm(UINT, UINT);                         \
  FLOAT ATOLL_MEDIA amd_unpack0(UINT);                          \
  FLOAT ATOLL_MEDIA amd_unpack1(UINT);                          \
  FLOAT ATOLL_MEDIA amd_unpack2(UINT);                          \
  FLOAT ATOLL_MEDIA amd_unpack3(UINT);
#define ATOLL_MEDIA_THREE(TYPE)                                 \
  ATOLL_MEDIA_TERNARY(TYPE, TYPE, TYPE, TYPE, amd_median3)      \
  ATOLL_MEDIA_TERNARY(TYPE, TYPE, TYPE, TYPE, amd_min3)         \
  ATOLL_MEDIA_TERNARY(TYPE, TYPE, TYPE, TYPE, amd_max3)

ATOLL_MEDIA_WIDTHS(ATOLL_MEDIA_ALL, )
ATOLL_MEDIA_WIDTHS(ATOLL_MEDIA_ALL, 2)
ATOLL_MEDIA_WIDTHS(ATOLL_MEDIA_ALL, 3)
ATOLL_MEDIA_WIDTHS(ATOLL_MEDIA_ALL, 4)
ATOLL_MEDIA_WIDTHS(ATOLL_MEDIA_ALL, 8)
ATOLL_MEDIA_WIDTHS(ATOLL_MEDIA_ALL, 16)
uint ATOLL_MEDIA amd_pack(float4);
uint ATOLL_MEDIA amd_sad4(uint4, uint4, uint);

#undef ATOLL_MEDIA
#undef ATOLL_MEDIA_TERNARY
#undef ATOLL_MEDIA_WIDTHS
#undef ATOLL_MEDIA_ALL
#undef ATOLL_MEDIA_THREE
