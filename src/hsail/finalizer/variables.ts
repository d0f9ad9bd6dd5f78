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

/** The bytes of an initial value; undefined for handles, which only a host can make. */
function initialBytes(module: BrigModule, offset: number): Uint8Array | undefined {
  const operand = module.operands.get(offset)!;
  if (operand.kind === 'operand_constant_bytes') return module.data.get(operand.values['bytes']!);
  if (operand.kind !== 'operand_constant_operand_list') return undefined;
  const parts = listAt(module, operand.values['elements']!).map((each) => initialBytes(module, each));
  return parts.includes(undefined) ? undefined : Buffer.concat(parts as Uint8Array[]);
}

/** The initial value as LLVM's text; undefined for handles. */
export function initialText(module: BrigModule, entry: BrigEntry): string | undefined {
  const { init } = entry.values;
  if (!init) return 'zeroinitializer';
  const bytes = initialBytes(module, init);
  if (bytes === undefined) return undefined;
  const whole = new Uint8Array(sizeOf(entry));
  whole.set(bytes.subarray(0, whole.length));
  return `c"${[...whole].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}"`;
}
