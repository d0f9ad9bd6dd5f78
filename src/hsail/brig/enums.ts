// The enumerations of BRIG 1.0 as data: the spelling of each value in HSAIL text, and its number. Reader, writer,
// checks, text and documentation derive from these tables.

/** Spellings and numbers of one enumeration. An empty spelling is not written. */
export type BrigEnum = Readonly<Record<string, number>>;

/** Kinds of entries of the code and operand sections. */
export const KINDS = {
  none: 0,
  directive_arg_block_end: 4096,
  directive_arg_block_start: 4097,
  directive_comment: 4098,
  directive_control: 4099,
  directive_extension: 4100,
  directive_fbarrier: 4101,
  directive_function: 4102,
  directive_indirect_function: 4103,
  directive_kernel: 4104,
  directive_label: 4105,
  directive_loc: 4106,
  directive_module: 4107,
  directive_pragma: 4108,
  directive_signature: 4109,
  directive_variable: 4110,
  inst_addr: 8192,
  inst_atomic: 8193,
  inst_basic: 8194,
  inst_br: 8195,
  inst_cmp: 8196,
  inst_cvt: 8197,
  inst_image: 8198,
  inst_lane: 8199,
  inst_mem: 8200,
  inst_mem_fence: 8201,
  inst_mod: 8202,
  inst_query_image: 8203,
  inst_query_sampler: 8204,
  inst_queue: 8205,
  inst_seg: 8206,
  inst_seg_cvt: 8207,
  inst_signal: 8208,
  inst_source_type: 8209,
  operand_address: 12288,
  operand_align: 12289,
  operand_code_list: 12290,
  operand_code_ref: 12291,
  operand_constant_bytes: 12292,
  operand_reserved: 12293,
  operand_constant_image: 12294,
  operand_constant_operand_list: 12295,
  operand_constant_sampler: 12296,
  operand_operand_list: 12297,
  operand_register: 12298,
  operand_string: 12299,
  operand_wavesize: 12300,
} as const satisfies BrigEnum;

/** Types; `TYPE_ARRAY` is added for arrays. */
export const TYPES = {
  none: 0,
  u8: 1,
  u16: 2,
  u32: 3,
  u64: 4,
  s8: 5,
  s16: 6,
  s32: 7,
  s64: 8,
  f16: 9,
  f32: 10,
  f64: 11,
  b1: 12,
  b8: 13,
  b16: 14,
  b32: 15,
  b64: 16,
  b128: 17,
  samp: 18,
  roimg: 19,
  woimg: 20,
  rwimg: 21,
  sig32: 22,
  sig64: 23,
  u8x4: 33,
  u8x8: 65,
  u8x16: 97,
  u16x2: 34,
  u16x4: 66,
  u16x8: 98,
  u32x2: 67,
  u32x4: 99,
  u64x2: 100,
  s8x4: 37,
  s8x8: 69,
  s8x16: 101,
  s16x2: 38,
  s16x4: 70,
  s16x8: 102,
  s32x2: 71,
  s32x4: 103,
  s64x2: 104,
  f16x2: 41,
  f16x4: 73,
  f16x8: 105,
  f32x2: 74,
  f32x4: 106,
  f64x2: 107,
} as const satisfies BrigEnum;

/** Segments of memory. */
export const SEGMENTS = {
  none: 0,
  flat: 1,
  global: 2,
  readonly: 3,
  kernarg: 4,
  group: 5,
  private: 6,
  spill: 7,
  arg: 8,
} as const satisfies BrigEnum;

/** Rounding modes; `default` is that of the module, and is not written. */
export const ROUNDINGS = {
  none: 0,
  default: 1,
  near: 2,
  zero: 3,
  up: 4,
  down: 5,
  neari: 6,
  zeroi: 7,
  upi: 8,
  downi: 9,
  neari_sat: 10,
  zeroi_sat: 11,
  upi_sat: 12,
  downi_sat: 13,
  sneari: 14,
  szeroi: 15,
  supi: 16,
  sdowni: 17,
  sneari_sat: 18,
  szeroi_sat: 19,
  supi_sat: 20,
  sdowni_sat: 21,
} as const satisfies BrigEnum;

/** How operands of packed types are used. */
export const PACKINGS = {
  none: 0,
  pp: 1,
  ps: 2,
  sp: 3,
  ss: 4,
  s: 5,
  p: 6,
  pp_sat: 7,
  ps_sat: 8,
  sp_sat: 9,
  ss_sat: 10,
  s_sat: 11,
  p_sat: 12,
} as const satisfies BrigEnum;

/** Operators of `cmp`. */
export const COMPARISONS = {
  eq: 0,
  ne: 1,
  lt: 2,
  le: 3,
  gt: 4,
  ge: 5,
  equ: 6,
  neu: 7,
  ltu: 8,
  leu: 9,
  gtu: 10,
  geu: 11,
  num: 12,
  nan: 13,
  seq: 14,
  sne: 15,
  slt: 16,
  sle: 17,
  sgt: 18,
  sge: 19,
  sgeu: 20,
  sequ: 21,
  sneu: 22,
  sltu: 23,
  sleu: 24,
  snum: 25,
  snan: 26,
  sgtu: 27,
} as const satisfies BrigEnum;

/** Operations of atomics and signals. */
export const ATOMIC_OPERATIONS = {
  add: 0,
  and: 1,
  cas: 2,
  exch: 3,
  ld: 4,
  max: 5,
  min: 6,
  or: 7,
  st: 8,
  sub: 9,
  wrapdec: 10,
  wrapinc: 11,
  xor: 12,
  wait_eq: 13,
  wait_ne: 14,
  wait_lt: 15,
  wait_gte: 16,
  waittimeout_eq: 17,
  waittimeout_ne: 18,
  waittimeout_lt: 19,
  waittimeout_gte: 20,
} as const satisfies BrigEnum;

/** Memory orders. */
export const MEMORY_ORDERS = {
  none: 0,
  rlx: 1,
  scacq: 2,
  screl: 3,
  scar: 4,
} as const satisfies BrigEnum;

/** Memory scopes. */
export const MEMORY_SCOPES = {
  none: 0,
  workitem: 1,
  wave: 2,
  wg: 3,
  agent: 4,
  system: 5,
} as const satisfies BrigEnum;

/** Geometries of images. */
export const GEOMETRIES = {
  '1d': 0,
  '2d': 1,
  '3d': 2,
  '1da': 3,
  '2da': 4,
  '1db': 5,
  '2ddepth': 6,
  '2dadepth': 7,
} as const satisfies BrigEnum;

/** Properties that `queryimage` reads. */
export const IMAGE_QUERIES = {
  width: 0,
  height: 1,
  depth: 2,
  array: 3,
  channelorder: 4,
  channeltype: 5,
} as const satisfies BrigEnum;

/** Properties that `querysampler` reads. */
export const SAMPLER_QUERIES = {
  addressing: 0,
  coord: 1,
  filter: 2,
} as const satisfies BrigEnum;

/** Channel orders of images. */
export const CHANNEL_ORDERS = {
  a: 0,
  r: 1,
  rx: 2,
  rg: 3,
  rgx: 4,
  ra: 5,
  rgb: 6,
  rgbx: 7,
  rgba: 8,
  bgra: 9,
  argb: 10,
  abgr: 11,
  srgb: 12,
  srgbx: 13,
  srgba: 14,
  sbgra: 15,
  intensity: 16,
  luminance: 17,
  depth: 18,
  depth_stencil: 19,
} as const satisfies BrigEnum;

/** Channel types of images. */
export const CHANNEL_TYPES = {
  snorm_int8: 0,
  snorm_int16: 1,
  unorm_int8: 2,
  unorm_int16: 3,
  unorm_int24: 4,
  unorm_short_555: 5,
  unorm_short_565: 6,
  unorm_int_101010: 7,
  signed_int8: 8,
  signed_int16: 9,
  signed_int32: 10,
  unsigned_int8: 11,
  unsigned_int16: 12,
  unsigned_int32: 13,
  half_float: 14,
  float: 15,
} as const satisfies BrigEnum;

/** Addressing modes of samplers. */
export const ADDRESSINGS = {
  undefined: 0,
  clamp_to_edge: 1,
  clamp_to_border: 2,
  repeat: 3,
  mirrored_repeat: 4,
} as const satisfies BrigEnum;

/** Coordinates of samplers. */
export const COORDINATES = {
  unnormalized: 0,
  normalized: 1,
} as const satisfies BrigEnum;

/** Filters of samplers. */
export const FILTERS = {
  nearest: 0,
  linear: 1,
} as const satisfies BrigEnum;

/** Control directives. */
export const CONTROLS = {
  none: 0,
  enablebreakexceptions: 1,
  enabledetectexceptions: 2,
  maxdynamicgroupsize: 3,
  maxflatgridsize: 4,
  maxflatworkgroupsize: 5,
  requireddim: 6,
  requiredgridsize: 7,
  requiredworkgroupsize: 8,
  requirenopartialworkgroups: 9,
} as const satisfies BrigEnum;

/** Linkages of symbols. */
export const LINKAGES = {
  none: 0,
  program: 1,
  module: 2,
  function: 3,
  arg: 4,
} as const satisfies BrigEnum;

/** Allocations of variables. */
export const ALLOCATIONS = {
  none: 0,
  program: 1,
  agent: 2,
  automatic: 3,
} as const satisfies BrigEnum;

/** Profiles of modules. */
export const PROFILES = {
  base: 0,
  full: 1,
} as const satisfies BrigEnum;

/** Machine models of modules. */
export const MACHINE_MODELS = {
  small: 0,
  large: 1,
} as const satisfies BrigEnum;

/** Kinds of registers: `$c`, `$s`, `$d` and `$q` in text. */
export const REGISTER_KINDS = {
  control: 0,
  single: 1,
  double: 2,
  quad: 3,
} as const satisfies BrigEnum;

/** Bits of a type: base, packing (32, 64 or 128 bits) and array. */
export const TYPE_BASE_MASK = 0x1f;
export const TYPE_PACK_SHIFT = 5;
export const TYPE_PACK_MASK = 0x60;
export const TYPE_ARRAY = 0x80;

/** Width codes are the logarithm plus 1 up to 2^31, then these. */
export const WIDTH_WAVESIZE = 33;
export const WIDTH_ALL = 34;
/** Alignment codes are the logarithm plus 1, up to 256 bytes. */
export const MAX_ALIGNMENT = 9;

/** The spelling of a value, or undefined where the enumeration has none. */
export function spellingOf(table: BrigEnum, value: number): string | undefined {
  for (const name in table) if (table[name] === value) return name;
  return undefined;
}

/** The value of a spelling, or undefined where the enumeration has none. */
export const numberOf = (table: BrigEnum, spelling: string): number | undefined =>
  Object.hasOwn(table, spelling) ? table[spelling] : undefined;
