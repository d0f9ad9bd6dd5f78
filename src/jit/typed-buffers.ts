// Typed accesses of buffers whose format the instruction says and whose components are whole dwords are ordinary loads and
// stores: here the helper statement becomes these. Other formats stay with the helper.

import { type DataFormat, dataFormat, NUM_FORMAT } from '../emulator/image/formats.js';
import { VGPR_COUNT } from '../emulator/state.js';
import { IDENTITY_SELECTS, packSelects } from '../isa/addressing/descriptors.js';
import { FORMAT_ARGUMENT } from '../isa/addressing/format.js';
import { type Ex, load, ops, type Stmt, u32, u64 } from '../isa/expr.js';
import type { Instruction } from '../isa/instruction.js';

type Helper = Extract<Stmt, { do: 'helper' }>;

/** Number formats that keep the bits of a dword. */
const AS_BITS: ReadonlySet<number> = new Set([NUM_FORMAT.uint, NUM_FORMAT.sint, NUM_FORMAT.float]);
const DWORD = 32;

const numberOf = (ex: Ex | undefined): number | undefined => (ex?.kind === 'const' ? Number(ex.bits) : undefined);

/** An element of a buffer as dwords. */
interface Element {
  readonly format: DataFormat;
  /** Components that the instruction names. */
  readonly components: number;
  /** Address of a dword of the element. */
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
  const [code, number] = [numberOf(at('dataFormat')), numberOf(at('numFormat'))];
  const components = numberOf(at('components'));
  const address = wholeOf(at('addressLow'), at('addressHigh'));
  const condition = conditionOf(at('inRange'));
  const format = code === undefined ? undefined : dataFormat(code);
  if (!format || number === undefined || components === undefined || !address || !condition) return undefined;
  if (numberOf(at('selects')) !== packSelects(IDENTITY_SELECTS)) return undefined;
  if (!AS_BITS.has(number) || format.widths.some((width) => width !== DWORD)) return undefined;
  const data = operands['VDATA'];
  if (data?.kind !== 'vgpr' || data.index + components > VGPR_COUNT) return undefined;
  // Low bits that a dword does not need are ignored.
  const aligned = ops.and64(address, u64(-4n));
  const places = format.widths.map((_, i) => (i === 0 ? aligned : ops.add64(aligned, u64(BigInt(4 * i)))));
  return { format, components, address: (dword) => places[dword]!, valid: condition.valid };
}

function loads({ format, components, address, valid }: Element): Stmt[] {
  return Array.from({ length: components }, (_, dword): Stmt => {
    const value = dword < format.widths.length ? load('global', DWORD, address(dword), valid) : u32(0);
    return { do: 'write', slot: 'VDATA', dword, value };
  });
}

function stores({ format, components, address, valid }: Element): Stmt[] {
  return format.widths.map((_, dword): Stmt => {
    const given: Ex = { kind: 'src', ty: 'u32', slot: 'VDATA', dword };
    const value = dword < components ? given : u32(0);
    return { do: 'store', space: 'global', bits: DWORD, address: address(dword), value, valid };
  });
}

/** The statements with typed accesses of dwords written as loads and stores. */
export function lowerTypedAccess(instruction: Instruction, statements: readonly Stmt[]): readonly Stmt[] {
  if (instruction.def.format !== 'MTBUF') return statements;
  return statements.flatMap((stmt): readonly Stmt[] => {
    if (stmt.do !== 'helper') return [stmt];
    const element = elementOf(stmt, instruction);
    if (!element) return [stmt];
    return stmt.name === 'buffer_load_format' ? loads(element) : stores(element);
  });
}
