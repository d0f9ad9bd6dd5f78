// Typed accesses of buffers whose format the instruction says, or a descriptor that is known, are ordinary loads and
// stores: here the helper statement becomes these, with the conversions of components (component-trees.ts). Stores of
// components that are not whole dwords, and rare formats, stay with the helper.

import { type DataFormat, dataFormat, NUM_FORMAT } from '../../emulator/image/formats.js';
import { oneOf } from '../../emulator/image/numbers.js';
import { VGPR_COUNT } from '../../emulator/state.js';
import { FORMAT_ARGUMENT } from '../../isa/descriptors/element-access.js';
import { IDENTITY_SELECTS, isOneInside, packSelects, SELECT } from '../../isa/descriptors/selects.js';
import type { Instruction } from '../../isa/instruction.js';
import { type Ex, load, ops, type Stmt, u32, u64 } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { componentValue, isConvertible } from './component-trees.js';

type Helper = Extract<Stmt, { kind: 'helper' }>;

/** Number formats that keep the bits of a dword. */
const AS_BITS: ReadonlySet<number> = new Set([NUM_FORMAT.uint, NUM_FORMAT.sint, NUM_FORMAT.float]);
const DWORD = 32;

const numberOf = (ex: Ex | undefined): number | undefined => (ex?.kind === 'const' ? Number(ex.bits) : undefined);

/** An element of a buffer. */
interface Element {
  readonly format: DataFormat;
  readonly numFormat: number;
  readonly selects: number;
  /** Components that the instruction names. */
  readonly components: number;
  /** Address of a dword of the element; of the element itself when it is smaller. */
  readonly address: (dword: number) => Ex<'u64'>;
  readonly valid: Ex<'b1'> | undefined;
}

/** The 64-bit value of which two expressions are the halves. */
function wholeOf(low: Ex | undefined, high: Ex | undefined): Ex<'u64'> | undefined {
  if (low?.kind !== 'op' || high?.kind !== 'op' || low.op !== 'lo' || high.op !== 'hi') return undefined;
  const [whole] = low.args;
  return whole === high.args[0] ? (whole as Ex<'u64'>) : undefined;
}

/** The truth value that an expression is 1 for; nothing where it is always 1. */
function conditionOf(ex: Ex | undefined): { readonly valid: Ex<'b1'> | undefined } | undefined {
  if (numberOf(ex) === 1) return { valid: undefined };
  return ex?.kind === 'op' && ex.op === 'fromBool' ? { valid: ex.args[0] as Ex<'b1'> } : undefined;
}

function elementOf({ reads }: Helper, { operands }: Instruction): Element | undefined {
  const at = (name: keyof typeof FORMAT_ARGUMENT): Ex | undefined => reads[FORMAT_ARGUMENT[name]];
  const [code, numFormat, selects] = [numberOf(at('dataFormat')), numberOf(at('numFormat')), numberOf(at('selects'))];
  const components = numberOf(at('components'));
  const address = wholeOf(at('addressLow'), at('addressHigh'));
  const condition = conditionOf(at('inRange'));
  const format = code === undefined ? undefined : dataFormat(code);
  if (!format || numFormat === undefined || selects === undefined || components === undefined) return undefined;
  if (!address || !condition) return undefined;
  const data = operands['VDATA'];
  if (data?.kind !== 'vgpr' || data.index + components > VGPR_COUNT) return undefined;
  // Low bits that the element, or one of its dwords, does not need are ignored.
  const alignment = Math.min(format.bytes, 4);
  const aligned = alignment === 1 ? address : ops.and64(address, u64(-BigInt(alignment)));
  const places = Array.from({ length: Math.ceil(format.bytes / 4) }, (_, i) =>
    i === 0 ? aligned : ops.add64(aligned, u64(BigInt(4 * i))),
  );
  return {
    format,
    numFormat,
    selects,
    components,
    address: (dword) => required(places[dword], 'place of the dword'),
    valid: condition.valid,
  };
}

function loads({ format, numFormat, selects, components, address, valid }: Element): Stmt[] | undefined {
  const { bytes, widths, sharedExponent } = format;
  if (sharedExponent || !widths.every((width) => isConvertible(width, numFormat))) return undefined;
  const bits = bytes < 4 ? ((8 * bytes) as 8 | 16) : DWORD;
  const raw = Array.from({ length: Math.ceil(bytes / 4) }, (_, dword) => load('global', bits, address(dword), valid));
  const values = widths.map((width, i) => {
    const bit = widths.slice(0, i).reduce((sum, each) => sum + each, 0);
    return componentValue(required(raw[bit >>> 5], 'raw word'), bit & 31, width, numFormat);
  });
  return Array.from({ length: components }, (_, dword): Stmt => {
    const select = (selects >>> (3 * dword)) & 7;
    const value = select >= SELECT.x ? values[select - SELECT.x] : u32(isOneInside(select) ? oneOf(numFormat) : 0);
    return { kind: 'write', slot: 'VDATA', dword, value: value ?? u32(0) };
  });
}

function stores({ format, numFormat, selects, components, address, valid }: Element): Stmt[] | undefined {
  if (!AS_BITS.has(numFormat) || format.widths.some((width) => width !== DWORD)) return undefined;
  if (selects !== packSelects(IDENTITY_SELECTS)) return undefined;
  return format.widths.map((_, dword): Stmt => {
    const word: Ex = { kind: 'src', ty: 'u32', slot: 'VDATA', dword };
    const value = dword < components ? word : u32(0);
    return { kind: 'store', space: 'global', bits: DWORD, address: address(dword), value, valid };
  });
}

/** The statements with typed accesses written as loads and stores. */
export function lowerTypedAccess(instruction: Instruction, statements: readonly Stmt[]): readonly Stmt[] {
  if (!statements.some((stmt) => stmt.kind === 'helper')) return statements;
  return statements.flatMap((stmt): readonly Stmt[] => {
    const isLoad = stmt.kind === 'helper' && stmt.name === 'buffer_load_format';
    if (stmt.kind !== 'helper' || (!isLoad && stmt.name !== 'buffer_store_format')) return [stmt];
    if (isLoad && numberOf(stmt.reads[FORMAT_ARGUMENT.lds]) !== 0) return [stmt];
    const element = elementOf(stmt, instruction);
    return (element && (isLoad ? loads(element) : stores(element))) ?? [stmt];
  });
}
