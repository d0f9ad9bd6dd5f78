// All instructions of an instruction set: the rows that have an opcode in it, the other encodings derived, and lookup by opcode and by
// name.

import { AtollError } from '../util/errors.js';
import { defineRow, type InstructionDef } from './define.js';
import { fieldMask } from './format.js';
import type { Isa } from './isa.js';
import type { Form } from './syntax.js';

/** In the order in which a mnemonic without a suffix is tried. */
const FORMS: readonly Form[] = ['e32', 'e64', 'sdwa', 'dpp'];
const SUFFIXED = new RegExp(`^(.*)_(${FORMS.join('|')})$`);

export class InstructionTable {
  /** Every definition, other encodings included, in the order of formats and opcodes. */
  readonly all: readonly InstructionDef[];
  private readonly opcodes: ReadonlyMap<string, readonly (InstructionDef | undefined)[]>;
  private readonly names: ReadonlyMap<string, readonly InstructionDef[]>;
  private readonly isa: Isa;

  constructor(isa: Isa) {
    const { rows, twins } = isa.parts;
    const order = isa.formats.map(({ name }) => name);
    const defined = rows()
      .map((row) => defineRow(isa, row))
      .filter((def) => def !== undefined);
    const all = [...defined, ...defined.flatMap(twins)].sort(
      (a, b) => order.indexOf(a.format) - order.indexOf(b.format) || a.opcode - b.opcode,
    );
    const byOpcode = new Map<string, (InstructionDef | undefined)[]>(order.map((name) => [name, []]));
    const byName = new Map<string, InstructionDef[]>();
    for (const def of all) {
      addOpcode(byOpcode.get(def.format)!, def);
      addName(byName, def);
    }
    this.isa = isa;
    this.all = Object.freeze(all);
    this.opcodes = byOpcode;
    this.names = byName;
  }

  /** The instruction of a format with this opcode. */
  byOpcode(format: string, opcode: number): InstructionDef | undefined {
    return this.opcodes.get(format)?.[opcode];
  }

  /** The forms of a mnemonic, 32-bit form first; empty when there is none. The suffixes `_e32`, `_e64` and so on choose a form. */
  byName(mnemonic: string): readonly InstructionDef[] {
    const [, base = mnemonic, suffix] = SUFFIXED.exec(mnemonic) ?? [];
    const forms = this.names.get(base) ?? this.names.get(this.resolveAlias(base)) ?? [];
    return suffix === undefined ? forms : forms.filter((def) => this.isa.syntax.form(def) === suffix);
  }

  private resolveAlias(name: string): string {
    for (const [pattern, replacement] of this.isa.parts.aliases)
      if (pattern.test(name)) return name.replace(pattern, replacement);
    return name;
  }
}

function addName(byName: Map<string, InstructionDef[]>, def: InstructionDef): void {
  const place = (each: InstructionDef): number => FORMS.indexOf(each.isa.syntax.form(each));
  const forms = byName.get(def.name) ?? [];
  if (forms.some((form) => form.format === def.format)) throw clash(def, 'its name is taken in this format');
  byName.set(
    def.name,
    [...forms, def].sort((a, b) => place(a) - place(b)),
  );
}

function addOpcode(opcodes: (InstructionDef | undefined)[], def: InstructionDef): void {
  if (!Number.isInteger(def.opcode) || def.opcode < 0 || def.opcode > fieldMask(def.encoding.opcode))
    throw clash(def, 'its opcode does not fit the format');
  const other = opcodes[def.opcode];
  if (other) throw clash(def, `opcode ${def.opcode} belongs to ${other.name}`);
  opcodes[def.opcode] = def;
}

const clash = (def: InstructionDef, why: string): AtollError =>
  new AtollError('INTERNAL', `instruction ${def.name} of format ${def.format} cannot be defined: ${why}`);
