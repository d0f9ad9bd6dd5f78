// Southern Islands (gfx600) as a value.

import { processorsOf } from '../../chips/chips.js';
import { BASE_SET } from '../common/base-set.js';
import { familyRows } from '../common/families/index.js';
import { rules } from '../common/rules.js';
import { defineIsa, type IsaParts } from '../isa.js';
import { WAVE64 } from '../wave.js';
import { COUNTERS } from './counters.js';
import { descriptors } from './descriptors.js';
import { SMRD } from './families/smrd.js';
import { FORMATS } from './formats.js';
import { operandCodes } from './operands.js';
import { PROMOTIONS } from './promotion.js';
import { timing, valuCycles } from './rates.js';
import { syntax } from './syntax.js';

const parts: IsaParts = {
  name: BASE_SET,
  title: 'Southern Islands (gfx600)',
  processors: processorsOf(BASE_SET),
  formats: FORMATS,
  rows: () => [...familyRows(), ...SMRD],
  promotions: PROMOTIONS,
  aliases: [
    [/^v_(cmpx?)_lg_([iu](?:32|64))$/, 'v_$1_ne_$2'],
    [/^v_(cmpx?)_tru_([iu](?:32|64))$/, 'v_$1_t_$2'],
    [/^v_(cmps?x?)_t_(f(?:32|64))$/, 'v_$1_tru_$2'],
    [/^v_(add|sub|subrev)_u32$/, 'v_$1_i32'],
    [/^v_mqsad_u8$/, 'v_mqsad_pk_u16_u8'],
  ],
  wave: WAVE64,
  banks: [
    { name: 'v', kind: 'vector', first: 0, count: operandCodes.vgprCount, granule: 4 },
    { name: 's', kind: 'scalar', first: 0, count: operandCodes.sgprCount, granule: 8 },
  ],
  waits: COUNTERS,
  operands: operandCodes,
  syntax,
  rules,
  descriptors,
  valuCycles,
  timing,
};

export const southernIslands = defineIsa(parts);
