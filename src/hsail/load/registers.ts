// Registers of a kernel or function as vector registers: $c and $s take one, $d two, $q four, in the order of their
// first use.

import { VECTOR_COUNT } from '../../isa/hsail/registers.js';
import { AtollError } from '../../util/errors.js';
import { REGISTER_KINDS, spellingOf } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt } from '../brig/module.js';
import type { Body } from './body.js';

const WORDS: Readonly<Record<number, number>> = {
  [REGISTER_KINDS.control]: 1,
  [REGISTER_KINDS.single]: 1,
  [REGISTER_KINDS.double]: 2,
  [REGISTER_KINDS.quad]: 4,
};

export const registerName = ({ values }: BrigEntry): string =>
  `$${spellingOf(REGISTER_KINDS, values['regKind']!)![0]}${values['regNum']}`;

export class RegisterMap {
  private readonly places = new Map<string, number>();
  /** The first register behind them. */
  end: number;

  /** @param first the first register that is free */
  constructor(module: BrigModule, body: Body, first: number, what: string) {
    this.end = first;
    const note = (operand: BrigEntry | undefined): void => {
      if (operand?.kind === 'operand_register') this.add(operand);
      else if (operand?.kind === 'operand_address') note(module.operands.get(operand.values['reg']!));
      else if (operand?.kind === 'operand_operand_list')
        for (const element of listAt(module, operand.values['elements']!)) note(module.operands.get(element));
    };
    for (const { operands } of body.instructions) operands.forEach(note);
    if (this.end > VECTOR_COUNT)
      throw new AtollError(
        'LIMIT',
        `${what} needs ${this.end - first} words of registers, and there are ${VECTOR_COUNT - first} left`,
        'the HSAIL engine has 226 words of registers for a kernel and the functions that it calls; the finalizer has more',
      );
  }

  private add(register: BrigEntry): void {
    const name = registerName(register);
    if (this.places.has(name)) return;
    this.places.set(name, this.end);
    this.end += WORDS[register.values['regKind']!]!;
  }

  /** A register that HSAIL does not name. */
  reserve(): number {
    return this.end++;
  }

  placeOf(register: BrigEntry): number {
    return this.places.get(registerName(register))!;
  }

  /** First register and its name, in order. */
  get names(): readonly (readonly [string, number])[] {
    return [...this.places];
  }
}
