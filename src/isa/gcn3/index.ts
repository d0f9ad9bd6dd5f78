// GCN3 (gfx803) and GFX9 (gfx900, gfx906) as values.

import { processorsOf } from '../../chips/chips.js';
import { valueAt } from '../../util/required.js';
import { addReader } from '../assembler/reader.js';
import { defineIsa, type Isa } from '../isa.js';
import { WAVE64 } from '../wave.js';
import { CHIPS, type IsaChip } from './columns.js';
import { descriptorsOf } from './descriptors.js';
import { formatsOf } from './formats.js';
import type { Generation } from './generation.js';
import { countersOf } from './names.js';
import { operandCodesOf } from './operands.js';
import { promotionsOf } from './promotion.js';
import { timingOf, valuCyclesOf } from './rates.js';
import { namesReader } from './reader.js';
import { rowsOf } from './rows.js';
import { rulesOf } from './rules.js';
import { syntaxOf } from './syntax.js';

interface ChipFacts {
  readonly title: string;
  readonly generation: Generation;
}

const GCN3: Generation = { gfx9: false };
const GFX9: Generation = { gfx9: true };

const FACTS: Readonly<Record<IsaChip, ChipFacts>> = {
  gfx803: { title: 'GCN3 (gfx803)', generation: GCN3 },
  gfx900: { title: 'Vega (gfx900)', generation: GFX9 },
  gfx906: { title: 'Vega 20 (gfx906)', generation: GFX9 },
};

const SYNTAXES = new Map([GCN3, GFX9].map((generation) => [generation, syntaxOf(generation)]));

/** LLVM's names of the chips that execute the same code: they differ in memory (XNACK) and in rates. */
const namesOf = (chip: IsaChip): readonly string[] => [...new Set([chip, ...processorsOf(chip)])];

function isaOf(chip: IsaChip): Isa {
  const { title, generation } = FACTS[chip];
  const operands = operandCodesOf(generation);
  return defineIsa({
    name: chip,
    processors: namesOf(chip),
    title,
    formats: formatsOf(generation),
    rows: rowsOf(generation),
    promotions: promotionsOf(generation),
    aliases: [
      [/^v_mul_lo_i32$/, 'v_mul_lo_u32'],
      [/^v_(cmpx?)_lg_([iu](?:16|32|64))$/, 'v_$1_ne_$2'],
      [/^v_(cmpx?)_tru_([iu](?:16|32|64))$/, 'v_$1_t_$2'],
      [/^v_(cmpx?)_t_(f(?:16|32|64))$/, 'v_$1_tru_$2'],
    ],
    wave: WAVE64,
    banks: [
      { name: 'v', kind: 'vector', first: 0, count: operands.vgprCount, granule: 4 },
      { name: 's', kind: 'scalar', first: 0, count: operands.sgprCount, granule: 16 },
    ],
    waits: countersOf(generation),
    operands,
    syntax: valueAt(SYNTAXES, generation, 'syntax'),
    rules: rulesOf(generation),
    descriptors: descriptorsOf(generation),
    timing: timingOf(generation),
    valuCycles: valuCyclesOf(chip),
  });
}

const isas = new Map<string, Isa>();

/** LLVM's names of all chips whose code is executed. */
export const PROCESSORS: readonly string[] = CHIPS.flatMap(namesOf).sort();

/**
 * The instruction set of a chip, which is made when it is first requested; undefined when there is none of the name.
 */
export function isaOfChip(name: string): Isa | undefined {
  const chip = CHIPS.find((each) => namesOf(each).includes(name));
  if (!chip) return undefined;
  let isa = isas.get(chip);
  if (!isa) isas.set(chip, (isa = isaOf(chip)));
  return isa;
}

for (const [generation, syntax] of SYNTAXES) addReader(syntax, namesReader(generation));
