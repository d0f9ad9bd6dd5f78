// Variables of modules and functions as globals of LLVM IR, with their initial values.

import { LINKAGES, SEGMENTS, spellingOf } from '../brig/enums.js';
import type { BrigEntry, BrigModule } from '../brig/module.js';
import { listAt } from '../brig/module.js';
import { bytesOf, isArray } from '../brig/types.js';

const IS_DEFINITION = 1;

export const isDefinition = ({ values }: BrigEntry): boolean => ((values['modifier'] ?? 0) & IS_DEFINITION) !== 0;
export const isOfProgram = ({ values }: BrigEntry): boolean => values['linkage'] === LINKAGES.program;

export function sizeOf({ values, wide }: BrigEntry): number {
  const type = values['type']!;
  return Math.max(1, bytesOf(type)) * (isArray(type) ? Number(wide['dim'] ?? 0n) : 1);
}

/** `align` is the logarithm plus 1; without it types have their own. */
export const alignmentOf = ({ values }: BrigEntry): number => {
  const code = values['align']!;
  return code === 0 ? Math.max(1, bytesOf(values['type']!)) : 2 ** (code - 1);
};

export const segmentOf = ({ values }: BrigEntry): string => spellingOf(SEGMENTS, values['segment']!) ?? 'none';

const HANDLE_BYTES = 8;

/** Bytes of an initial value, or the constant that a handle stands for. */
type InitialPart = Uint8Array | BrigEntry;

const isBytes = (part: InitialPart): part is Uint8Array => part instanceof Uint8Array;
const lengthOf = (part: InitialPart): number => (isBytes(part) ? part.length : HANDLE_BYTES);

function initialParts(module: BrigModule, offset: number): InitialPart[] {
  const operand = module.operands.get(offset)!;
  if (operand.kind === 'operand_constant_bytes') return [module.data.get(operand.values['bytes']!)!];
  if (operand.kind !== 'operand_constant_operand_list') return [operand];
  const parts: InitialPart[] = [];
  let end = 0;
  const push = (part: InitialPart): void => {
    parts.push(part);
    end += lengthOf(part);
  };
  for (const element of listAt(module, operand.values['elements']!)) {
    const item = module.operands.get(element)!;
    if (item.kind !== 'operand_align') for (const part of initialParts(module, element)) push(part);
    else push(new Uint8Array(-end & (2 ** (item.values['align']! - 1) - 1)));
  }
  return parts;
}

const bytesText = (bytes: Uint8Array): string =>
  `[${bytes.length} x i8] c"${[...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}"`;

/**
 * The type of a variable and its initial value as LLVM's text.
 *
 * @param handle gives the value of a handle by its constant
 */
export function initialText(module: BrigModule, entry: BrigEntry, handle: (constant: BrigEntry) => string): string {
  const { init } = entry.values;
  const size = sizeOf(entry);
  if (!init) return `[${size} x i8] zeroinitializer`;
  const parts = initialParts(module, init);
  const bytes = parts.filter(isBytes);
  if (bytes.length === parts.length) {
    const whole = new Uint8Array(size);
    whole.set(Buffer.concat(bytes).subarray(0, size));
    return bytesText(whole);
  }
  const texts = parts.map((part) => (isBytes(part) ? bytesText(part) : `i64 ${handle(part)}`));
  const types = parts.map((part) => (isBytes(part) ? `[${part.length} x i8]` : 'i64'));
  return `<{ ${types.join(', ')} }> <{ ${texts.join(', ')} }>`;
}
