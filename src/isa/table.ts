// All instructions of an instruction set: rows with an opcode in it, derived encodings, and lookup by opcode and by
// name. A program needs few of them, so the instructions of a format are defined at the first use of the format, and
// derived encodings at the first use of theirs.

import { AtollError } from '../util/errors.js';
import { defineRow, type InstructionDef } from './define.js';
import { type FormatSpec, fieldMask } from './format.js';
import type { Isa, PromotedFormat } from './isa.js';
import type { Form } from './syntax.js';

/** In the order of lookup of a mnemonic without a suffix. */
const FORMS: readonly Form[] = ['e32', 'e64', 'sdwa', 'dpp'];
const SUFFIXED = new RegExp(`^(.*)_(${FORMS.join('|')})$`);

/** A derived encoding that has not been used yet. */
type LazyTable = () => InstructionDef | undefined;
/** The instructions of a format, by opcode. */
type OfFormat = (InstructionDef | LazyTable | undefined)[];

export class InstructionTable {
  private readonly isa: Isa;
  private readonly formats = new Map<string, OfFormat>();
  private ordered: readonly InstructionDef[] | undefined;
  private named: ReadonlyMap<string, readonly InstructionDef[]> | undefined;

  constructor(isa: Isa) {
    this.isa = isa;
  }

  /** Every definition, other encodings included, in the order of formats and opcodes. */
  get all(): readonly InstructionDef[] {
    return (this.ordered ??= Object.freeze(
      this.isa.formats.flatMap(({ name }) =>
        Array.from(this.ofFormat(name), (_, opcode) => this.byOpcode(name, opcode)).filter((def) => def !== undefined),
      ),
    ));
  }

  /** The instruction of a format with this opcode. */
  byOpcode(format: string, opcode: number): InstructionDef | undefined {
    const own = this.ofFormat(format);
    const entry = own[opcode];
    if (typeof entry !== 'function') return entry;
    const row = entry();
    own[opcode] = row;
    return row;
  }

  /**
   * The forms of a mnemonic, 32-bit form first; empty if there is none. The suffixes `_e32`, `_e64` and so on select a
   * form.
   */
  byName(mnemonic: string): readonly InstructionDef[] {
    const [, base = mnemonic, suffix] = SUFFIXED.exec(mnemonic) ?? [];
    const names = (this.named ??= byNames(this.all));
    const forms = names.get(base) ?? names.get(this.resolveAlias(base)) ?? [];
    return suffix === undefined ? forms : forms.filter((def) => this.isa.syntax.form(def) === suffix);
  }

  private resolveAlias(name: string): string {
    for (const [pattern, replacement] of this.isa.parts.aliases)
      if (pattern.test(name)) return name.replace(pattern, replacement);
    return name;
  }

  private ofFormat(name: string): OfFormat {
    let own = this.formats.get(name);
    if (own) return own;
    const format = this.isa.formats.find((each) => each.name === name);
    if (!format) return [];
    own = [];
    for (const row of this.isa.parts.rows(name)) {
      const def = row.format === name ? defineRow(this.isa, row) : undefined;
      if (def) place(own, format, def.opcode, def);
    }
    const promotion = this.isa.parts.promotions[name];
    if (promotion) this.placePromoted(own, format, promotion);
    this.formats.set(name, own);
    return own;
  }

  private placePromoted(own: OfFormat, format: FormatSpec, promotion: PromotedFormat): void {
    for (const from of promotion.of)
      for (const [opcode] of this.ofFormat(from).entries()) {
        const def = this.byOpcode(from, opcode);
        if (def) place(own, format, promotion.opcode(def), () => promotion.make(def));
      }
  }
}

/** If an opcode has two candidates, both are defined at once, to find out which of them exists. */
function place(own: OfFormat, format: FormatSpec, opcode: number, added: InstructionDef | LazyTable): void {
  const before = own[opcode];
  const other = typeof before === 'function' ? before() : before;
  const def = other && typeof added === 'function' ? added() : added;
  const name = (): string => (typeof added === 'function' ? added() : added)?.name ?? `with opcode ${opcode}`;
  if (!Number.isInteger(opcode) || opcode < 0 || opcode > fieldMask(format.opcode))
    throw clash(name(), format, 'its opcode does not fit the format');
  if (other && def) throw clash(name(), format, `opcode ${opcode} belongs to ${other.name}`);
  own[opcode] = other ?? def;
}

function byNames(all: readonly InstructionDef[]): ReadonlyMap<string, readonly InstructionDef[]> {
  const names = new Map<string, InstructionDef[]>();
  const place = (each: InstructionDef): number => FORMS.indexOf(each.isa.syntax.form(each));
  for (const def of all) {
    const forms = names.get(def.name) ?? [];
    if (forms.some((form) => form.format === def.format))
      throw clash(def.name, def.encoding, 'its name is taken in this format');
    names.set(
      def.name,
      [...forms, def].sort((a, b) => place(a) - place(b)),
    );
  }
  return names;
}

const clash = (name: string, format: FormatSpec, reason: string): AtollError =>
  new AtollError('INTERNAL', `instruction ${name} of format ${format.name} cannot be defined: ${reason}`);
