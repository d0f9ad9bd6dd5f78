// The typed expression language in which the semantics of instructions are written.
//
// A definition's function runs once, when the definitions are loaded, on symbolic operands. It returns a frozen list of
// statements over expression trees. Decoder, encoder, printer, oracle, interpreter, JIT, use/def and documentation are
// folds over these values. The rules that all back ends share:
//
// - All expressions of an instruction read the state from before the instruction; all writes take effect after that.
//   (So `D.set(sum), SCC.set(ltU(sum, S0.u32))` is right when D and S0 are the same register.)
// - In vector instructions the lane is implicit. EXEC is handled by the back ends: a lane whose EXEC bit is 0 reads
// nothing,
// writes nothing, and gives 0 in a `mask` statement. A node object that occurs twice is evaluated once (trees are
// DAGs).
// - Source modifiers (abs, neg) apply when a source is read as f32, f64 or f16; omod and clamp when a f32 or f64 value
// is
//   written to D. Definitions do not mention them.
// - Floating-point operators round as MODE says for their width, and flush denormal inputs and results as MODE says for
//   their width (`denorm: 'flush'` flushes always). Conversions and rounding operators document their own rule.
// - The result of an arithmetic operator that is NaN is the canonical quiet NaN (0x7fc00000, 0x7ff8000000000000),
// whatever
//   the operands' payloads were. Moves, selects and bit casts keep bits.
// - Shift counts use their low 5 (u32) or 6 (u64) bits.
//
// More of the vocabulary:
// - leaf `sgpr`: the SGPR (u32) or pair (u64) whose number is computed (the stack of s_cbranch_join); beyond s103 it
// reads 0.
// - statement `writeSgpr`: the same, written; beyond s103 nothing is written, nor where `when` is false.
// - specials HWID, GPRALLOC, LDSALLOC: what s_getreg_b32 returns for the hardware registers HW_ID, GPR_ALLOC,
// LDS_ALLOC.
// - special TRAPSTS has the exceptions of kernels whose code accesses it (src/emulator/trap-status.ts).
// - special FLATSCRATCH is the pair of registers of that name; APERTURES is false in launches that have neither LDS nor
// private
//   memory: in these, generic addresses are global ones.
// - field 'simm32': the literal word of an instruction that has one without an operand for it (s_setreg_imm32_b32).
// - A `src` leaf with `half` reads the half precision number in the low 16 bits: abs and neg act on bit 15.
// - omod multiplies a f32 or f64 value that is written to D by 2, 4 or 1/2, rounded and flushed as MODE says, a zero
// becoming
//   +0; it is ignored when MODE.IEEE is set or MODE keeps denormal results of the width, also by operators that flush
// whatever MODE says. Then clamp limits to [0, 1]: what is less gives +0, NaN gives +0 when MODE.DX10_CLAMP is set and
//   stays as it is otherwise. (src/isa/language/float-ops.ts: modifyOutput)
// - MODE bit 28 (VSKIP) set: engines skip vector instructions (VALU, vector memory, LDS, export) until it is cleared.
// - fflush and dflush flush when MODE flushes operands or results of the width, fflush always with `denorm: 'flush'`.
// f16 denormals are kept in both directions.
// - Exact meaning of every floating-point operator on bit patterns: FLOAT_OPERATORS of src/isa/language/float-ops.ts.
// - An operand of kind `none` reads as 0; writes to it have no effect (VDATA of a buffer load to LDS).
// - A field that an encoding does not have (clamp and omod in a 32-bit form) reads as 0.

import { OPS, type OpName, type Ty } from './operators.js';
import type { Stmt } from './statement.js';

export { OPS, type OpName, type Ty } from './operators.js';
export type { AtomicFn, EffectName, Stmt } from './statement.js';

/**
 * Address space of memory operators. `global` and `smem` take 64-bit addresses, `lds` byte offsets into the
 * work-group's LDS.
 */
export type Space = 'global' | 'smem' | 'lds';

/**
 * State of the wavefront that is no operand. EXECLANE and VCCLANE are the lane's bit; NEXTPC is the following
 * instruction's address.
 */
export type Special =
  | 'SCC'
  | 'VCC'
  | 'VCCLANE'
  | 'EXEC'
  | 'EXECLANE'
  | 'M0'
  | 'MODE'
  | 'NEXTPC'
  | 'MEMORYBASE'
  | 'LANE'
  | 'TIME'
  | 'HWID'
  | 'GPRALLOC'
  | 'LDSALLOC'
  | 'TRAPSTS'
  | 'FLATSCRATCH'
  | 'APERTURES';

/**
 * Bytes from the dword that an address is in to the lane's next one, where lanes' dwords lie between them (private
 * memory). What of an access is beyond the end of the dword goes to the next one. 4, or absent: bytes follow one
 * another.
 */
export type ElementStep = Ex<'u32'> | undefined;

/** A typed tree. `op` names a pure operator of OPS, or one of the leaves and effects-free reads listed in `Leaf`. */
export type Ex<T extends Ty = Ty> = Leaf<T> | PureNode<T>;

/** Of an operator, as many as it has by OPS: code of an operator reads no others. */
export interface OperatorArguments extends ReadonlyArray<Ex> {
  readonly 0: Ex;
  readonly 1: Ex;
  readonly 2: Ex;
}

/** @param args as many as its operator has */
export const operatorArguments = (args: readonly Ex[]): OperatorArguments => args as unknown as OperatorArguments;

/** Of a tree whose exceptions are not those of the operators that it is written with (exception-marks.ts). */
export interface ExceptionMark {
  /** Gives the exceptions of the operands; absent: there are none. */
  readonly function?: string;
  /** Places of the operands below the node: numbers of arguments on the way, so that rewritten trees keep them. */
  readonly operands: readonly (readonly number[])[];
}

export interface PureNode<T extends Ty = Ty> {
  readonly kind: 'op';
  readonly ty: T;
  readonly op: OpName;
  readonly args: OperatorArguments;
  /**
   * f32 arithmetic that flushes denormals whatever MODE says (v_mac_f32, v_mad_f32 and the legacy forms, HSAIL's ftz),
   * or keeps them: that is in no definition, but in trees that the JIT puts together of instructions in two modes.
   */
  readonly denorm?: 'flush' | 'keep';
  /**
   * A sum of a product in f64 of which an engine may leave out the product's rounding: what is made of it stays the
   * same.
   */
  readonly fusible?: true;
  /** A choice whose first alternative is hardly ever chosen: an engine may look first whether any lane does. */
  readonly rare?: true;
  /** Exceptions of all that is below, where they are not those of its operators (operation-exceptions.ts). */
  readonly exceptions?: ExceptionMark;
}

export type Leaf<T extends Ty = Ty> =
  | {
      readonly kind: 'const';
      readonly ty: T /** bit pattern; a bigint for u64 and f64 */;
      readonly bits: number | bigint;
    }
  /**
   * An operand of the instruction. Width by type: u64 and f64 read a pair, b1 the lane's bit of a 64-bit mask. `dword`
   * counts from the operand's first register.
   */
  | {
      readonly kind: 'src';
      readonly ty: T;
      readonly slot: string;
      readonly dword: number;
      /** A u32 whose low or high 16 bits are a half precision number, to which modifiers apply. */
      readonly half?: 'low' | 'high';
    }
  /** An encoding field as an unsigned number, or signed of 16 bits (constant once decoded). */
  | { readonly kind: 'field'; readonly ty: T; readonly field: string; readonly signed: boolean }
  | { readonly kind: 'special'; readonly ty: T; readonly name: Special }
  /**
   * VGPR `slot` of another lane (uniform or per-lane index, low 6 bits); the EXEC bit of the lane that is read does not
   * matter.
   */
  | { readonly kind: 'lane'; readonly ty: T; readonly slot: string; readonly index: Ex<'u32'> }
  /** Register `slot` displaced by an index: v_movrels, s_movrels. Beyond the allocation: register 0 is read. */
  | { readonly kind: 'relative'; readonly ty: T; readonly slot: string; readonly index: Ex<'u32'> }
  /** The SGPR (u32) or SGPR pair (u64) of a computed number. */
  | { readonly kind: 'sgpr'; readonly ty: T; readonly index: Ex<'u32'> }
  /** Memory read; `bits` 8 and 16 zero-extend. When `valid` is false the result is 0 and memory is not touched. */
  | {
      readonly kind: 'load';
      readonly ty: T;
      readonly space: Space;
      readonly bits: 8 | 16 | 32 | 64;
      readonly address: Ex;
      readonly valid?: Ex<'b1'> | undefined;
      readonly elementStep?: ElementStep | undefined;
    }
  /**
   * A pure function of src/isa/language/functions.ts (transcendentals, sad, typed format conversion). Gets MODE when it
   * declares so.
   */
  | { readonly kind: 'call'; readonly ty: T; readonly name: string; readonly args: readonly Ex[] };

const freeze = <T extends object>(value: T): T => Object.freeze(value);

type ArgTypes<N extends OpName> = (typeof OPS)[N] extends readonly [Ty, ...infer A extends Ty[]]
  ? { [I in keyof A]: Ex<A[I]> }
  : never;
type Builders = { readonly [N in OpName]: (...args: ArgTypes<N>) => Ex<(typeof OPS)[N][0]> };

/** One builder per operator: `ops.add(a, b)`. */
export const ops: Builders = Object.fromEntries(
  Object.entries(OPS).map(([op, [ty]]) => [op, (...args: Ex[]) => freeze({ kind: 'op', ty, op, args: freeze(args) })]),
) as unknown as Builders;

export const u32 = (value: number): Ex<'u32'> => freeze({ kind: 'const', ty: 'u32', bits: value >>> 0 });
export const u64 = (value: bigint): Ex<'u64'> => freeze({ kind: 'const', ty: 'u64', bits: BigInt.asUintN(64, value) });
export const bool = (value: boolean): Ex<'b1'> => freeze({ kind: 'const', ty: 'b1', bits: value ? 1 : 0 });
const scratch = new DataView(new ArrayBuffer(8));
export const f32 = (value: number): Ex<'f32'> => {
  scratch.setFloat32(0, value);
  return freeze({ kind: 'const', ty: 'f32', bits: scratch.getUint32(0) });
};
export const f64 = (value: number): Ex<'f64'> => {
  scratch.setFloat64(0, value);
  return freeze({ kind: 'const', ty: 'f64', bits: scratch.getBigUint64(0) });
};

/** The same operation with f32 denormals always flushed (v_mac_f32 and v_mad_f32 do this whatever MODE says). */
export const flushing = <T extends Ty>(node: Ex<T>): Ex<T> => {
  if (node.kind !== 'op') throw new TypeError('flushing() takes an operator node');
  return freeze({ ...node, denorm: 'flush' });
};

/** The same sum of a product where rounding once or twice makes no difference to the result of the instruction. */
export const fusible = (node: Ex<'f64'>): Ex<'f64'> => {
  if (node.kind !== 'op' || node.op !== 'dadd' || node.args[0]?.kind !== 'op' || node.args[0].op !== 'dmul')
    throw new TypeError('fusible() takes the sum of a product and something');
  return freeze({ ...node, fusible: true });
};

/** The same choice, whose first alternative is rare. */
export const rarely = <T extends Ty>(node: Ex<T>): Ex<T> =>
  node.kind === 'op' ? freeze({ ...node, rare: true }) : node;

/** A choice between two values of one type. */
export function select<T extends Ty>(condition: Ex<'b1'>, then: Ex<T>, otherwise: Ex<T>): Ex<T> {
  const op = { b1: 'selB', u32: 'selU32', u64: 'selU64', f32: 'selF32', f64: 'selF64' }[then.ty];
  return freeze({ kind: 'op', ty: then.ty, op, args: freeze([condition, then, otherwise]) }) as unknown as Ex<T>;
}

/** The same node with other arguments. */
export const withArguments = (node: Extract<Ex, { kind: 'op' | 'call' }>, args: readonly Ex[]): typeof node =>
  freeze(node.kind === 'op' ? { ...node, args: operatorArguments(freeze(args)) } : { ...node, args: freeze(args) });

export const field = (name: string, signed = false): Ex<'u32'> =>
  freeze({ kind: 'field', ty: 'u32', field: name, signed });
/** True when a one-bit field is set. */
export const flag = (name: string): Ex<'b1'> => ops.ne(field(name), u32(0));
export const load = (
  space: Space,
  bits: 8 | 16 | 32,
  address: Ex,
  valid?: Ex<'b1'>,
  elementStep?: ElementStep,
): Ex<'u32'> => freeze({ kind: 'load', ty: 'u32', space, bits, address, valid, elementStep });
export const load64 = (space: Space, address: Ex, valid?: Ex<'b1'>): Ex<'u64'> =>
  freeze({ kind: 'load', ty: 'u64', space, bits: 64, address, valid });
/** A pure function of src/isa/language/functions.ts by name. */
export const call = <T extends Ty>(ty: T, name: string, ...args: Ex[]): Ex<T> =>
  freeze({ kind: 'call', ty, name, args: freeze(args) }) as Ex<T>;

const special = <T extends Ty>(ty: T, name: Special): Ex<T> => freeze({ kind: 'special', ty, name }) as Ex<T>;
export const SCC = {
  b1: special('b1', 'SCC'),
  set: (value: Ex<'b1'>): Stmt => ({ kind: 'special', name: 'SCC', value }),
};
export const VCC = {
  u64: special('u64', 'VCC'),
  lane: special('b1', 'VCCLANE'),
  set: (value: Ex<'u64'>): Stmt => ({ kind: 'special', name: 'VCC', value }),
  mask: (value: Ex<'b1'>): Stmt => ({ kind: 'mask', slot: 'VCC', value }),
};
export const EXEC = {
  u64: special('u64', 'EXEC'),
  lane: special('b1', 'EXECLANE'),
  set: (value: Ex<'u64'>): Stmt => ({ kind: 'special', name: 'EXEC', value }),
};
export const M0 = {
  u32: special('u32', 'M0'),
  set: (value: Ex<'u32'>): Stmt => ({ kind: 'special', name: 'M0', value }),
};
export const MODE = {
  u32: special('u32', 'MODE'),
  set: (value: Ex<'u32'>): Stmt => ({ kind: 'special', name: 'MODE', value }),
};
/** Exceptions that have occurred, in the bits of TRAP_STATUS (functions/operation-exceptions.ts). */
export const TRAPSTS = {
  u32: special('u32', 'TRAPSTS'),
  set: (value: Ex<'u32'>, when?: Ex<'b1'>): Stmt => ({ kind: 'special', name: 'TRAPSTS', value, when }),
};
export const NEXTPC: Ex<'u64'> = special('u64', 'NEXTPC');
/** The address of the first byte of GPU memory, a multiple of 4 GiB: the same for a whole launch. */
export const MEMORYBASE: Ex<'u64'> = special('u64', 'MEMORYBASE');
export const LANE: Ex<'u32'> = special('u32', 'LANE');
export const TIME: Ex<'u64'> = special('u64', 'TIME');
export const HWID: Ex<'u32'> = special('u32', 'HWID');
export const GPRALLOC: Ex<'u32'> = special('u32', 'GPRALLOC');
export const LDSALLOC: Ex<'u32'> = special('u32', 'LDSALLOC');
/** FLAT_SCRATCH: where private memory of the wavefront begins. */
export const FLATSCRATCH: Ex<'u64'> = special('u64', 'FLATSCRATCH');
/** The launch has LDS or private memory, which generic addresses may name: the same for a whole launch. */
export const APERTURES: Ex<'b1'> = special('b1', 'APERTURES');
/** Scalar registers by computed number. */
export const SGPR = {
  u32: (index: Ex<'u32'>): Ex<'u32'> => freeze({ kind: 'sgpr', ty: 'u32', index }),
  u64: (index: Ex<'u32'>): Ex<'u64'> => freeze({ kind: 'sgpr', ty: 'u64', index }),
  set: (index: Ex<'u32'>, value: Ex, when?: Ex<'b1'>): Stmt => ({ kind: 'writeSgpr', index, value, when }),
};

/** A readable operand. */
export interface Source {
  readonly u32: Ex<'u32'>;
  readonly u64: Ex<'u64'>;
  readonly f32: Ex<'f32'>;
  readonly f64: Ex<'f64'>;
  /**
   * The half precision number in the low 16 bits, as a u32; modifiers apply to it. The high bits are those of the
   * register.
   */
  readonly f16: Ex<'u32'>;
  /** The register, with modifiers applied to the half precision number in its high 16 bits. */
  readonly f16High: Ex<'u32'>;
  /** The lane's bit of a 64-bit scalar mask. */
  readonly lane: Ex<'b1'>;
  /** The operand that starts `dword` registers further on. */
  at(dword: number): Source;
  /** Another lane of the same VGPR. */
  fromLane(index: Ex<'u32'>): Ex<'u32'>;
  /** The register `index` further on. */
  relative(index: Ex<'u32'>): Ex<'u32'>;
  relative64(index: Ex<'u32'>): Ex<'u64'>;
}

/** A writable operand; reading it gives the value from before the instruction. */
export interface Destination extends Source {
  at(dword: number): Destination;
  set(value: Ex, when?: Ex<'b1'>): Stmt;
  mask(value: Ex<'b1'>): Stmt;
  setLane(index: Ex<'u32'>, value: Ex<'u32'>): Stmt;
  setRelative(index: Ex<'u32'>, value: Ex): Stmt;
}

/** Number of the sign bit on which abs and neg act when a source is read so; undefined where they do nothing. */
export function signBitOf({ ty, half }: Extract<Leaf, { kind: 'src' }>): number | undefined {
  if (half) return half === 'low' ? 15 : 31;
  return ty === 'f32' ? 31 : ty === 'f64' ? 63 : undefined;
}

/** Symbolic operand for a slot name. */
export function operand(slot: string, dword = 0): Destination {
  const read = <T extends Ty>(ty: T): Ex<T> => freeze({ kind: 'src', ty, slot, dword }) as Ex<T>;
  return {
    u32: read('u32'),
    u64: read('u64'),
    f32: read('f32'),
    f64: read('f64'),
    f16: freeze({ kind: 'src', ty: 'u32', slot, dword, half: 'low' }),
    f16High: freeze({ kind: 'src', ty: 'u32', slot, dword, half: 'high' }),
    lane: read('b1'),
    at: (n) => operand(slot, dword + n),
    fromLane: (index) => {
      if (dword !== 0) throw new TypeError(`fromLane reads the first dword of ${slot} only`);
      return freeze({ kind: 'lane', ty: 'u32', slot, index });
    },
    relative: (index) => freeze({ kind: 'relative', ty: 'u32', slot, index }),
    relative64: (index) => freeze({ kind: 'relative', ty: 'u64', slot, index }),
    set: (value, when) => ({ kind: 'write', slot, dword, value, when }),
    mask: (value) => ({ kind: 'mask', slot, value }),
    setLane: (index, value) => ({ kind: 'writelane', slot, index, value }),
    setRelative: (index, value) => ({ kind: 'writeRelative', slot, index, value }),
  };
}
