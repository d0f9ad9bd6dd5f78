// All instructions: the families collected, the VOP3 forms derived, and lookup by opcode and by name.

import { AtollError } from '../util/errors.js';
import { FORMAT_NAMES, type FormatName, type InstructionDef } from './define.js';
import { FAMILIES } from './southern-islands/families/index.js';
import { FORMATS, fieldMask } from './southern-islands/formats.js';
import { vop3Twin } from './southern-islands/twins.js';

interface Table {
  readonly all: readonly InstructionDef[];
  readonly byOpcode: ReadonlyMap<FormatName, readonly (InstructionDef | undefined)[]>;
  readonly byName: ReadonlyMap<string, readonly InstructionDef[]>;
}

let table: Table | undefined;

/** Every definition, VOP3 forms included, in the order of formats and opcodes. */
export const allInstructions = (): readonly InstructionDef[] => (table ??= build()).all;

/** The instruction of a format with this opcode. */
export const findByOpcode = (format: FormatName, opcode: number): InstructionDef | undefined =>
  (table ??= build()).byOpcode.get(format)?.[opcode];

/** Other names under which an instruction is known: mnemonic of another assembler to ours. */
const ALIASES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^v_(cmpx?)_lg_([iu](?:32|64))$/, 'v_$1_ne_$2'],
  [/^v_(cmpx?)_tru_([iu](?:32|64))$/, 'v_$1_t_$2'],
  [/^v_(cmps?x?)_t_(f(?:32|64))$/, 'v_$1_tru_$2'],
  [/^v_(add|sub|subrev)_u32$/, 'v_$1_i32'],
  [/^v_mqsad_u8$/, 'v_mqsad_pk_u16_u8'],
];

/**
 * The forms of a mnemonic, 32-bit form first; empty when there is none. The suffixes `_e32` and `_e64` choose a form.
 */
export function findByName(mnemonic: string): readonly InstructionDef[] {
  const { byName } = (table ??= build());
  const suffix = /_e(32|64)$/.exec(mnemonic);
  const base = suffix ? mnemonic.slice(0, -4) : mnemonic;
  const forms = byName.get(base) ?? byName.get(resolveAlias(base)) ?? [];
  if (!suffix) return forms;
  return forms.filter((def) => (def.format === 'VOP3') === (suffix[1] === '64'));
}

function resolveAlias(name: string): string {
  for (const [pattern, replacement] of ALIASES) if (pattern.test(name)) return name.replace(pattern, replacement);
  return name;
}

function build(): Table {
  const defined = FAMILIES.flat();
  const all = [...defined, ...defined.map(vop3Twin).filter((def) => def !== undefined)].sort(
    (a, b) => FORMAT_NAMES.indexOf(a.format) - FORMAT_NAMES.indexOf(b.format) || a.opcode - b.opcode,
  );
  const byOpcode = new Map<FormatName, (InstructionDef | undefined)[]>(FORMAT_NAMES.map((name) => [name, []]));
  const byName = new Map<string, InstructionDef[]>();
  for (const def of all) {
    addOpcode(byOpcode.get(def.format)!, def);
    const forms = byName.get(def.name) ?? [];
    if (forms.some((form) => form.format === def.format)) throw clash(def, 'its name is taken in this format');
    byName.set(
      def.name,
      [...forms, def].sort((a, b) => Number(a.format === 'VOP3') - Number(b.format === 'VOP3')),
    );
  }
  return { all: Object.freeze(all), byOpcode, byName };
}

function addOpcode(opcodes: (InstructionDef | undefined)[], def: InstructionDef): void {
  if (!Number.isInteger(def.opcode) || def.opcode < 0 || def.opcode > fieldMask(FORMATS[def.format].opcode))
    throw clash(def, 'its opcode does not fit the format');
  const other = opcodes[def.opcode];
  if (other) throw clash(def, `opcode ${def.opcode} belongs to ${other.name}`);
  opcodes[def.opcode] = def;
}

const clash = (def: InstructionDef, why: string): AtollError =>
  new AtollError('INTERNAL', `instruction ${def.name} of format ${def.format} cannot be defined: ${why}`);
