// GCN3 (gfx803) and GFX9 (gfx900, gfx906) as values.

import { addReader } from '../assembler/reader.js';
import { defineIsa, type Isa } from '../isa.js';
import { CHIPS, type Chip } from './columns.js';

import type { Generation } from './format-draft.js';
import { formatsOf } from './formats.js';
import { operandCodesOf } from './operands.js';
import { timingOf } from './rates.js';
import { namesReader } from './reader.js';
import { rowsOf } from './rows.js';
import { rulesOf } from './rules.js';
import { syntaxOf } from './syntax.js';
import { twinsOf } from './twins.js';

export { CHIPS } from './columns.js';

interface ChipFacts {
  readonly title: string;
  readonly generation: Generation;
}

const GCN3: Generation = { gfx9: false };
const GFX9: Generation = { gfx9: true };

const FACTS: Readonly<Record<Chip, ChipFacts>> = {
  gfx803: { title: 'GCN3 (gfx803)', generation: GCN3 },
  gfx900: { title: 'Vega (gfx900)', generation: GFX9 },
  gfx906: { title: 'Vega 20 (gfx906)', generation: GFX9 },
};

const SYNTAXES = new Map([GCN3, GFX9].map((generation) => [generation, syntaxOf(generation)]));

function isaOf(chip: Chip): Isa {
  const { title, generation } = FACTS[chip];
  return defineIsa({
    name: chip,
    processors: [chip],
    title,
    formats: formatsOf(generation),
    rows: rowsOf(generation),
    twins: twinsOf(generation),
    aliases: [
      [/^v_mul_lo_i32$/, 'v_mul_lo_u32'],
      [/^v_(cmpx?)_lg_([iu](?:16|32|64))$/, 'v_$1_ne_$2'],
      [/^v_(cmpx?)_tru_([iu](?:16|32|64))$/, 'v_$1_t_$2'],
      [/^v_(cmpx?)_t_(f(?:16|32|64))$/, 'v_$1_tru_$2'],
    ],
    operands: operandCodesOf(generation),
    syntax: SYNTAXES.get(generation)!,
    rules: rulesOf(generation),
    timing: timingOf(generation),
  });
}

const made = new Map<string, Isa>();

/** The instruction set of a chip, which is made when it is first asked for; undefined when there is none of the name. */
export function isaOfChip(name: string): Isa | undefined {
  const chip = CHIPS.find((each) => each === name);
  if (!chip) return undefined;
  let isa = made.get(chip);
  if (!isa) made.set(chip, (isa = isaOf(chip)));
  return isa;
}

for (const [generation, syntax] of SYNTAXES) addReader(syntax, namesReader(generation));
