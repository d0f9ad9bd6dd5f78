// Integer functions that libclc lacks.

#define MAD_HI(TYPE) \
  TYPE __attribute__((overloadable, always_inline, const)) mad_hi(TYPE a, TYPE b, TYPE c) { return mul_hi(a, b) + c; }
#define MAD_HI_WIDTHS(TYPE) \
  MAD_HI(TYPE) MAD_HI(TYPE##2) MAD_HI(TYPE##3) MAD_HI(TYPE##4) MAD_HI(TYPE##8) MAD_HI(TYPE##16)

MAD_HI_WIDTHS(char)
MAD_HI_WIDTHS(uchar)
MAD_HI_WIDTHS(short)
MAD_HI_WIDTHS(ushort)
MAD_HI_WIDTHS(int)
MAD_HI_WIDTHS(uint)
MAD_HI_WIDTHS(long)
MAD_HI_WIDTHS(ulong)
