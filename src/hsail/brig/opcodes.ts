// The opcodes of HSAIL 1.0 as data, in the order of their numbers: the format of the entry, and the operands. Checks,
// text and documentation derive from these rows.

import { IMAGE_QUERIES, WIDTH_ALL, WIDTH_WAVESIZE } from './enums.js';

/**
 * Operands by one word each. `src` is a register, a constant or WAVESIZE, of the type of the instruction or of what
 * stands behind the colon (`operand-types.ts`); `data` and `result` may be vectors, too; `vector` and `results` must
 * be. `fixed` may be no WAVESIZE, `const` and what follows it no register. A question mark: it may be absent.
 */
export interface OpcodeRow {
  readonly name: string;
  readonly format: string;
  readonly operands: string;
  /** The operand whose number of elements `_v2` to `_v4` define. */
  readonly vector?: number;
  /** How many elements a vector has, where types do not say it. */
  readonly vectorCount?: number;
  /** True if operations on floats have a rounding mode. */
  readonly rounds?: true;
  /** True if operations on floats may flush subnormals, which the Base profile requires. */
  readonly ftz?: true;
  /** Packings of packed types: one letter, two, or two with saturation of integers. */
  readonly packing?: 'unary' | 'binary' | 'saturating';
  /** The width where none is written; without it the instruction has no width. */
  readonly width?: 'one' | 'wavesize' | 'all';
  /** The width above is the only one. */
  readonly fixedWidth?: true;
  /** Types (`type-sets.ts`); without them the instruction has none. */
  readonly types?: string;
  /** Source types, or source types of each type behind `<`. */
  readonly sources?: string;
  /** The type has the size of an address of the segment, or of the machine model. */
  readonly size?: 'segment' | 'model';
  readonly sourceSize?: 'segment' | 'model';
  readonly segments?: string;
  readonly orders?: string;
  readonly images?: string;
  readonly coordinates?: string;
  readonly geometries?: string;
  /** Absent from the Base profile. */
  readonly fullOnly?: true;
}

/** Width codes where the text names none. */
export const DEFAULT_WIDTHS = { one: 1, wavesize: WIDTH_WAVESIZE, all: WIDTH_ALL, none: 0 } as const;

export const OPCODES: readonly OpcodeRow[] = [
  { name: 'nop', format: 'basic', operands: '' },
  { name: 'abs', format: 'mod', operands: 'reg src', types: 's32/64 f sfx', packing: 'unary' },
  {
    name: 'add',
    format: 'mod',
    rounds: true,
    operands: 'reg src src',
    types: 'su32/64 f sufx',
    ftz: true,
    packing: 'saturating',
  },
  { name: 'borrow', format: 'basic', operands: 'reg src src', types: 'su32/64' },
  { name: 'carry', format: 'basic', operands: 'reg src src', types: 'su32/64' },
  { name: 'ceil', format: 'mod', operands: 'reg src', types: 'f fx', ftz: true, packing: 'unary' },
  { name: 'copysign', format: 'mod', operands: 'reg src src', types: 'f fx', packing: 'binary' },
  {
    name: 'div',
    format: 'mod',
    rounds: true,
    operands: 'reg src src',
    types: 'su32/64 f fx',
    ftz: true,
    packing: 'binary',
  },
  { name: 'floor', format: 'mod', operands: 'reg src', types: 'f fx', ftz: true, packing: 'unary' },
  { name: 'fma', format: 'mod', rounds: true, operands: 'reg src src src', types: 'f', ftz: true },
  { name: 'fract', format: 'mod', rounds: true, operands: 'reg src', types: 'f fx', ftz: true, packing: 'unary' },
  { name: 'mad', format: 'mod', rounds: true, operands: 'reg src src src', types: 'su32/64 f', ftz: true },
  { name: 'max', format: 'mod', operands: 'reg src src', types: 'su32/64 f sufx', ftz: true, packing: 'binary' },
  { name: 'min', format: 'mod', operands: 'reg src src', types: 'su32/64 f sufx', ftz: true, packing: 'binary' },
  {
    name: 'mul',
    format: 'mod',
    rounds: true,
    operands: 'reg src src',
    types: 'su32/64 f sufx',
    ftz: true,
    packing: 'saturating',
  },
  { name: 'mulhi', format: 'mod', operands: 'reg src src', types: 'su32/64 sux', packing: 'binary' },
  { name: 'neg', format: 'mod', operands: 'reg src', types: 's32/64 f sfx', packing: 'unary' },
  { name: 'rem', format: 'basic', operands: 'reg src src', types: 'su32/64' },
  { name: 'rint', format: 'mod', operands: 'reg src', types: 'f fx', ftz: true, packing: 'unary' },
  { name: 'sqrt', format: 'mod', rounds: true, operands: 'reg src', types: 'f fx', ftz: true, packing: 'unary' },
  {
    name: 'sub',
    format: 'mod',
    rounds: true,
    operands: 'reg src src',
    types: 'su32/64 f sufx',
    ftz: true,
    packing: 'saturating',
  },
  { name: 'trunc', format: 'mod', operands: 'reg src', types: 'f fx', ftz: true, packing: 'unary' },
  { name: 'mad24', format: 'basic', operands: 'reg src src src', types: 'su32' },
  { name: 'mad24hi', format: 'basic', operands: 'reg src src src', types: 'su32' },
  { name: 'mul24', format: 'basic', operands: 'reg src src', types: 'su32' },
  { name: 'mul24hi', format: 'basic', operands: 'reg src src', types: 'su32' },
  { name: 'shl', format: 'basic', operands: 'reg src src:u32', types: 'su32/64 sux' },
  { name: 'shr', format: 'basic', operands: 'reg src src:u32', types: 'su32/64 sux' },
  { name: 'and', format: 'basic', operands: 'reg src src', types: 'b1/32/64' },
  { name: 'not', format: 'basic', operands: 'reg src', types: 'b1/32/64' },
  { name: 'or', format: 'basic', operands: 'reg src src', types: 'b1/32/64' },
  { name: 'popcount', format: 'source_type', operands: 'reg src:source', types: 'u32', sources: 'b32/64' },
  { name: 'xor', format: 'basic', operands: 'reg src src', types: 'b1/32/64' },
  { name: 'bitextract', format: 'basic', operands: 'reg src src:u32 src:u32', types: 'su32/64' },
  { name: 'bitinsert', format: 'basic', operands: 'reg src src src:u32 src:u32', types: 'su32/64' },
  { name: 'bitmask', format: 'basic', operands: 'reg src:u32 src:u32', types: 'b32/64' },
  { name: 'bitrev', format: 'basic', operands: 'reg src', types: 'b32/64' },
  { name: 'bitselect', format: 'basic', operands: 'reg src src src', types: 'b32/64' },
  { name: 'firstbit', format: 'source_type', operands: 'reg src:source', types: 'u32', sources: 'su32/64' },
  { name: 'lastbit', format: 'source_type', operands: 'reg src:source', types: 'u32', sources: 'su32/64' },
  {
    name: 'combine',
    format: 'source_type',
    operands: 'reg vector:source',
    vector: 1,
    types: 'b64 b128',
    sources: 'b64 < b32; b128 < b32/64',
  },
  {
    name: 'expand',
    format: 'source_type',
    operands: 'results src:source',
    vector: 0,
    types: 'b32/64',
    sources: 'b32 < b64 b128; b64 < b128',
  },
  {
    name: 'lda',
    format: 'addr',
    operands: 'reg address',
    types: 'u32/64',
    segments: 'global group private flat kernarg readonly',
    size: 'segment',
  },
  {
    name: 'mov',
    format: 'basic',
    operands: 'reg src',
    types: 'b1/32/64 b128 su32/64 f roimg woimg rwimg samp sig32 sig64',
  },
  { name: 'shuffle', format: 'basic', operands: 'reg src src const:b32', types: 'su8x4 su8x8 suf16x2 suf16x4 suf32x2' },
  { name: 'unpackhi', format: 'basic', operands: 'reg src src', types: 'su8x4 su8x8 suf16x2 suf16x4 suf32x2' },
  { name: 'unpacklo', format: 'basic', operands: 'reg src src', types: 'su8x4 su8x8 suf16x2 suf16x4 suf32x2' },
  {
    name: 'pack',
    format: 'source_type',
    operands: 'reg src src:source src:u32',
    types: 'sufx',
    sources: 's8/16/32x < s32; s64x < s64; u8/16/32x < u32; u64x < u64; f16x < f16; f32x < f32; f64x < f64',
  },
  {
    name: 'unpack',
    format: 'source_type',
    operands: 'reg src:source src:u32',
    types: 'su32/64 f',
    sources: 's32 < s8/16/32x; s64 < s64x; u32 < u8/16/32x; u64 < u64x; f16 < f16x; f32 < f32x; f64 < f64x',
  },
  { name: 'cmov', format: 'basic', operands: 'reg src:condition src src', types: 'b1/32/64 sufx' },
  { name: 'class', format: 'source_type', operands: 'reg src:source fixed:u32', types: 'b1', sources: 'f' },
  { name: 'ncos', format: 'basic', operands: 'reg src', types: 'f32' },
  { name: 'nexp2', format: 'basic', operands: 'reg src', types: 'f32' },
  { name: 'nfma', format: 'basic', operands: 'reg src src src', types: 'f' },
  { name: 'nlog2', format: 'basic', operands: 'reg src', types: 'f32' },
  { name: 'nrcp', format: 'basic', operands: 'reg src', types: 'f' },
  { name: 'nrsqrt', format: 'basic', operands: 'reg src', types: 'f' },
  { name: 'nsin', format: 'basic', operands: 'reg src', types: 'f32' },
  { name: 'nsqrt', format: 'basic', operands: 'reg src', types: 'f' },
  { name: 'bitalign', format: 'basic', operands: 'reg src src src', types: 'b32' },
  { name: 'bytealign', format: 'basic', operands: 'reg src src src', types: 'b32' },
  {
    name: 'packcvt',
    format: 'source_type',
    operands: 'reg src:source src:source src:source src:source',
    types: 'u8x4',
    sources: 'f32',
  },
  { name: 'unpackcvt', format: 'source_type', operands: 'reg src:source part:u32', types: 'f32', sources: 'u8x4' },
  { name: 'lerp', format: 'basic', operands: 'reg src src src', types: 'u8x4' },
  {
    name: 'sad',
    format: 'source_type',
    operands: 'reg src:source src:source src:u32',
    types: 'u32',
    sources: 'u32 u8x4 u16x2',
  },
  { name: 'sadhi', format: 'source_type', operands: 'reg src:source src:source src', types: 'u16x2', sources: 'u8x4' },
  {
    name: 'segmentp',
    format: 'seg_cvt',
    operands: 'reg src:source',
    types: 'b1',
    sources: 'u32/64',
    segments: 'global group private',
    sourceSize: 'model',
  },
  {
    name: 'ftos',
    format: 'seg_cvt',
    operands: 'reg src:source',
    types: 'u32/64',
    sources: 'u32/64',
    segments: 'group private',
    size: 'segment',
    sourceSize: 'model',
  },
  {
    name: 'stof',
    format: 'seg_cvt',
    operands: 'reg src:source',
    types: 'u32/64',
    sources: 'u32/64',
    segments: 'group private',
    size: 'model',
    sourceSize: 'segment',
  },
  {
    name: 'cmp',
    format: 'cmp',
    operands: 'reg src:source src:source',
    types: 'b1 su32/64 f ux',
    sources:
      'b1 su32/64 f < b1/32/64 su32/64 f; u8x4 < su8x4; u8x8 < su8x8; u8x16 < su8x16; u16x2 < suf16x2; u16x4 < suf16x4; u16x8 < suf16x8; u32x2 < suf32x2; u32x4 < suf32x4; u64x2 < suf64x2',
    ftz: true,
  },
  {
    name: 'cvt',
    format: 'cvt',
    operands: 'reg src:source',
    types: 'b1 su f',
    sources:
      'b1 < su f; su8 < b1 su16/32/64 f; su16 < b1 su8/32/64 f; su32 < b1 su8/16/64 f; su64 < b1 su8/16/32 f; f16 < b1 su f32/64; f32 < b1 su f16/64; f64 < b1 su f16/32',
    ftz: true,
  },
  {
    name: 'ld',
    format: 'mem',
    operands: 'result address',
    vector: 0,
    width: 'one',
    types: 'usf b128 roimg woimg rwimg samp sig32 sig64',
    segments: 'flat global readonly kernarg group private spill arg',
  },
  {
    name: 'st',
    format: 'mem',
    operands: 'data address',
    vector: 0,
    types: 'usf b128 roimg woimg rwimg samp sig32 sig64',
    segments: 'flat global group private spill arg',
  },
  {
    name: 'atomic',
    format: 'atomic',
    operands: 'reg address src? src?',
    segments: 'global group flat',
    types: 'bsu32/64',
  },
  { name: 'atomicnoret', format: 'atomic', operands: 'address src', segments: 'global group flat', types: 'bsu32/64' },
  { name: 'signal', format: 'signal', operands: 'reg reg:signal src? src?', types: 'bsu32/64', size: 'model' },
  { name: 'signalnoret', format: 'signal', operands: 'reg:signal src', types: 'bsu32/64', size: 'model' },
  { name: 'memfence', format: 'mem_fence', operands: '', orders: 'scacq screl scar' },
  {
    name: 'rdimage',
    format: 'image',
    operands: 'result reg:image reg:samp coordinate',
    vector: 0,
    types: 'suf32 f16',
    images: 'roimg',
    coordinates: 'sf32',
    geometries: '1d 2d 3d 1da 2da 2ddepth 2dadepth',
  },
  {
    name: 'ldimage',
    format: 'image',
    operands: 'result reg:image coordinate',
    vector: 0,
    types: 'suf32 f16',
    images: 'roimg rwimg',
    coordinates: 'u32',
  },
  {
    name: 'stimage',
    format: 'image',
    operands: 'data reg:image coordinate',
    vector: 0,
    types: 'suf32 f16',
    images: 'woimg rwimg',
    coordinates: 'u32',
  },
  { name: 'imagefence', format: 'basic', operands: '' },
  { name: 'queryimage', format: 'query_image', operands: 'reg reg:image', types: 'u32', images: 'roimg rwimg woimg' },
  { name: 'querysampler', format: 'query_sampler', operands: 'reg reg:samp', types: 'u32' },
  { name: 'cbr', format: 'br', operands: 'src:b1 label', width: 'one', types: 'b1' },
  { name: 'br', format: 'br', operands: 'label', width: 'all', fixedWidth: true },
  { name: 'sbr', format: 'br', operands: 'src labels', width: 'one', types: 'u32/64' },
  { name: 'barrier', format: 'br', operands: '', width: 'all' },
  { name: 'wavebarrier', format: 'br', operands: '', width: 'wavesize', fixedWidth: true },
  { name: 'arrivefbar', format: 'br', operands: 'barrier', width: 'wavesize' },
  { name: 'initfbar', format: 'basic', operands: 'barrier' },
  { name: 'joinfbar', format: 'br', operands: 'barrier', width: 'wavesize' },
  { name: 'leavefbar', format: 'br', operands: 'barrier', width: 'wavesize' },
  { name: 'releasefbar', format: 'basic', operands: 'barrier' },
  { name: 'waitfbar', format: 'br', operands: 'barrier', width: 'wavesize' },
  { name: 'ldf', format: 'basic', operands: 'reg fbarrier', types: 'u32' },
  { name: 'activelanecount', format: 'lane', operands: 'reg src:source', width: 'one', types: 'u32', sources: 'b1' },
  { name: 'activelaneid', format: 'lane', operands: 'reg', width: 'one', types: 'u32' },
  {
    name: 'activelanemask',
    format: 'lane',
    operands: 'results src:source',
    vector: 0,
    width: 'one',
    types: 'b64',
    sources: 'b1',
    vectorCount: 4,
  },
  {
    name: 'activelanepermute',
    format: 'lane',
    operands: 'reg src src:u32 src src:b1',
    width: 'one',
    types: 'b1/32/64 b128',
  },
  { name: 'call', format: 'br', operands: 'arguments function arguments', width: 'all', fixedWidth: true },
  { name: 'scall', format: 'br', operands: 'arguments src arguments functions', width: 'one', types: 'u32/64' },
  {
    name: 'icall',
    format: 'br',
    operands: 'arguments reg arguments signature',
    width: 'one',
    types: 'u32/64',
    size: 'model',
    fullOnly: true,
  },
  { name: 'ret', format: 'basic', operands: '' },
  { name: 'alloca', format: 'mem', operands: 'reg src', types: 'u32', segments: 'private' },
  { name: 'currentworkgroupsize', format: 'basic', operands: 'reg dimension:u32', types: 'u32' },
  { name: 'currentworkitemflatid', format: 'basic', operands: 'reg', types: 'u32' },
  { name: 'dim', format: 'basic', operands: 'reg', types: 'u32' },
  { name: 'gridgroups', format: 'basic', operands: 'reg dimension:u32', types: 'u32' },
  { name: 'gridsize', format: 'basic', operands: 'reg dimension:u32', types: 'u32/64' },
  { name: 'packetcompletionsig', format: 'basic', operands: 'reg', types: 'sig32 sig64' },
  { name: 'packetid', format: 'basic', operands: 'reg', types: 'u64' },
  { name: 'workgroupid', format: 'basic', operands: 'reg dimension:u32', types: 'u32' },
  { name: 'workgroupsize', format: 'basic', operands: 'reg dimension:u32', types: 'u32' },
  { name: 'workitemabsid', format: 'basic', operands: 'reg dimension:u32', types: 'u32/64' },
  { name: 'workitemflatabsid', format: 'basic', operands: 'reg', types: 'u32/64' },
  { name: 'workitemflatid', format: 'basic', operands: 'reg', types: 'u32' },
  { name: 'workitemid', format: 'basic', operands: 'reg dimension:u32', types: 'u32' },
  { name: 'cleardetectexcept', format: 'basic', operands: 'const', types: 'u32' },
  { name: 'getdetectexcept', format: 'basic', operands: 'reg', types: 'u32' },
  { name: 'setdetectexcept', format: 'basic', operands: 'const', types: 'u32' },
  { name: 'addqueuewriteindex', format: 'queue', operands: 'reg address src', types: 'u64', segments: 'flat global' },
  {
    name: 'casqueuewriteindex',
    format: 'queue',
    operands: 'reg address src src',
    types: 'u64',
    segments: 'flat global',
  },
  {
    name: 'ldqueuereadindex',
    format: 'queue',
    operands: 'reg address',
    types: 'u64',
    segments: 'flat global',
    orders: 'rlx scacq',
  },
  {
    name: 'ldqueuewriteindex',
    format: 'queue',
    operands: 'reg address',
    types: 'u64',
    segments: 'flat global',
    orders: 'rlx scacq',
  },
  {
    name: 'stqueuereadindex',
    format: 'queue',
    operands: 'address src',
    types: 'u64',
    segments: 'flat global',
    orders: 'rlx screl',
  },
  {
    name: 'stqueuewriteindex',
    format: 'queue',
    operands: 'address src',
    types: 'u64',
    segments: 'flat global',
    orders: 'rlx screl',
  },
  { name: 'clock', format: 'basic', operands: 'reg', types: 'u64' },
  { name: 'cuid', format: 'basic', operands: 'reg', types: 'u32' },
  { name: 'debugtrap', format: 'basic', operands: 'src', types: 'u32' },
  { name: 'groupbaseptr', format: 'basic', operands: 'reg', types: 'u32' },
  { name: 'kernargbaseptr', format: 'basic', operands: 'reg', types: 'u32/64', size: 'model' },
  { name: 'laneid', format: 'basic', operands: 'reg', types: 'u32' },
  { name: 'maxcuid', format: 'basic', operands: 'reg', types: 'u32' },
  { name: 'maxwaveid', format: 'basic', operands: 'reg', types: 'u32' },
  {
    name: 'nullptr',
    format: 'seg',
    operands: 'reg',
    types: 'u32/64',
    segments: 'flat group private kernarg',
    size: 'segment',
  },
  { name: 'waveid', format: 'basic', operands: 'reg', types: 'u32' },
];

export const OPCODE_NUMBERS: ReadonlyMap<string, number> = new Map(OPCODES.map(({ name }, number) => [name, number]));

/** True if an entry of a format may have an opcode: without modifiers, `mod` is written as `basic`. */
export function isFormatOf(row: OpcodeRow, kind: string): boolean {
  return kind === `inst_${row.format}` || (row.format === 'mod' && kind === 'inst_basic');
}

/** Elements of coordinates and of values, by the number of the geometry. */
export const GEOMETRY_ELEMENTS: readonly { readonly coordinates: number; readonly values: number }[] = [
  { coordinates: 1, values: 4 },
  { coordinates: 2, values: 4 },
  { coordinates: 3, values: 4 },
  { coordinates: 2, values: 4 },
  { coordinates: 3, values: 4 },
  { coordinates: 1, values: 4 },
  { coordinates: 2, values: 1 },
  { coordinates: 3, values: 1 },
];

/** Geometries that have a property, by the number of the query; all where there is no row. */
export const IMAGE_QUERY_GEOMETRIES: Readonly<Record<number, string>> = {
  [IMAGE_QUERIES.height]: '2d 3d 2da 2ddepth 2dadepth',
  [IMAGE_QUERIES.depth]: '3d',
  [IMAGE_QUERIES.array]: '1da 2da 2dadepth',
};

/** Geometries of images that have a size, by the field; a width is always there. */
export const SIZE_GEOMETRIES: Readonly<Record<string, string>> = {
  height: IMAGE_QUERY_GEOMETRIES[IMAGE_QUERIES.height]!,
  depth: IMAGE_QUERY_GEOMETRIES[IMAGE_QUERIES.depth]!,
  array: IMAGE_QUERY_GEOMETRIES[IMAGE_QUERIES.array]!,
};
