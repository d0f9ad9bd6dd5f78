// Functions in which all operations on floats of a width have `ftz`: MODE flushes there from the begin of the kernel,
// which its descriptor says, and no instruction has to. Functions that call one another have the same MODE.

import { type BrigEntry, type BrigModule, listAt, operandsOf } from '../brig/module.js';
import { OPCODES } from '../brig/opcodes.js';
import { typeName } from '../brig/types.js';
import { formatOf, isFloatName, isPackedName, shapeOf } from './shapes.js';

/** Fields of MODE: floats of 32 bits, and those of 16 and 64 bits. */
export type DenormalField = 'f32' | 'others';
type Use = 'flushed' | 'kept';

/** LLVM's names of the fields. */
const ATTRIBUTES: Readonly<Record<DenormalField, string>> = {
  f32: '"denormal-fp-math-f32"="preserve-sign,preserve-sign"',
  others: '"denormal-fp-math"="preserve-sign,preserve-sign"',
};
const KEPT: Readonly<Record<DenormalField, string>> = {
  f32: '"denormal-fp-math-f32"="ieee,ieee"',
  others: '"denormal-fp-math"="ieee,ieee"',
};
const FIELDS: readonly DenormalField[] = ['others', 'f32'];
const FTZ = 1;

export const fieldOf = (type: string): DenormalField => (formatOf(type).bits === 32 ? 'f32' : 'others');

export function denormalAttributes(flushed: ReadonlySet<DenormalField>): string {
  if (flushed.size === 0) return KEPT.others;
  return FIELDS.map((field) => (flushed.has(field) ? ATTRIBUTES : KEPT)[field]).join(' ');
}

/** Operations whose result may differ; native ones may flush or not (PRM 5.14). */
const ARITHMETIC = /^(?:add|sub|mul|fma|mad|div|sqrt|fract|max|min|ceil|floor|trunc|rint)$/;
/** In f64 they are computed from residues that may be subnormal. */
const BY_RESIDUE = /^(?:div|sqrt)$/;

const partName = (type: string): string => (isPackedName(type) ? shapeOf(type).part : type);

function usesOfConversion(type: string, sourceType: string, use: Use): [DenormalField, Use][] {
  if (!isFloatName(sourceType)) return [];
  const [to, from] = [isFloatName(type) ? fieldOf(type) : undefined, fieldOf(sourceType)];
  if (to === undefined || formatOf(type).bits > formatOf(sourceType).bits) return [[from, use]];
  // Numbers that are subnormal in the wider type are below the range of the other: they matter where rounded up.
  return use === 'flushed' && to !== from
    ? [[to, use]]
    : [
        [to, use],
        [from, use],
      ];
}

/** Fields of MODE that an instruction depends on. */
function usesOf({ kind, values }: BrigEntry): [DenormalField, Use][] {
  const { name } = OPCODES[values['opcode']!]!;
  const [type, sourceType] = [values['type'], values['sourceType']].map((number) => partName(typeName(number ?? 0)));
  const use = ((values['modifier'] ?? 0) & FTZ) !== 0 ? 'flushed' : 'kept';
  if (kind === 'inst_image' || kind === 'inst_query_image') return FIELDS.map((field) => [field, 'kept']);
  if (name === 'cvt') return usesOfConversion(type!, sourceType!, use);
  if (name === 'cmp') return isFloatName(sourceType!) ? [[fieldOf(sourceType!), use]] : [];
  if (name === 'class') return [[fieldOf(sourceType!), 'kept']];
  if (!ARITHMETIC.test(name) || !isFloatName(type!)) return [];
  return [[fieldOf(type!), type === 'f64' && BY_RESIDUE.test(name) ? 'kept' : use]];
}

interface CallComponent {
  readonly uses: Set<string>;
  /** Code that is not here may call it, or be called. */
  isOpen: boolean;
}

/** Of all functions of a program, by their symbols. */
export class DenormalModes {
  private readonly components = new Map<string, CallComponent>();

  private componentOf(symbol: string): CallComponent {
    const component = this.components.get(symbol) ?? { uses: new Set(), isOpen: false };
    this.components.set(symbol, component);
    return component;
  }

  /** @param symbolOf a function that is called */
  add(module: BrigModule, symbol: string, body: readonly BrigEntry[], symbolOf: (callee: BrigEntry) => string): void {
    const component = this.componentOf(symbol);
    for (const entry of body) {
      if (!entry.kind.startsWith('inst_')) continue;
      for (const [field, use] of usesOf(entry)) component.uses.add(`${field} ${use}`);
      const { name } = OPCODES[entry.values['opcode']!]!;
      if (name === 'icall') component.isOpen = true;
      if (name === 'call' || name === 'scall')
        for (const callee of calleesOf(module, entry, name)) this.join(component, symbolOf(callee));
    }
  }

  /** Code of other programs calls the function. */
  open(symbol: string): void {
    this.componentOf(symbol).isOpen = true;
  }

  private join(into: CallComponent, symbol: string): void {
    const other = this.componentOf(symbol);
    if (other === into) return;
    for (const use of other.uses) into.uses.add(use);
    into.isOpen ||= other.isOpen;
    for (const [name, component] of this.components) if (component === other) this.components.set(name, into);
  }

  /** Fields in which MODE flushes. */
  flushed(symbol: string): ReadonlySet<DenormalField> {
    const { uses, isOpen } = this.componentOf(symbol);
    if (isOpen) return new Set();
    return new Set(FIELDS.filter((field) => uses.has(`${field} flushed`) && !uses.has(`${field} kept`)));
  }
}

function calleesOf(module: BrigModule, entry: BrigEntry, name: string): BrigEntry[] {
  const operands = operandsOf(module, entry);
  const offsets = name === 'call' ? [operands[1]!.values['ref']!] : listAt(module, operands[3]!.values['elements']!);
  return offsets.map((offset) => module.code.get(offset)!);
}
