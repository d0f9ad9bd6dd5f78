// Southern Islands (gfx600) as a value.

import { defineIsa, type IsaParts } from '../isa.js';
import { descriptors } from './descriptors.js';
import { familyRows } from './families/index.js';
import { FORMATS } from './formats.js';
import { NAME } from './name.js';
import { operandCodes } from './operands.js';
import { TWINS } from './promotion.js';
import { timing, valuCycles } from './rates.js';
import { rules } from './rules.js';
import { syntax } from './syntax.js';

const parts: IsaParts = {
  name: NAME,
  title: 'Southern Islands (gfx600)',
  processors: ['gfx600', 'gfx601', 'gfx602'],
  formats: FORMATS,
  rows: () => familyRows(),
  twins: TWINS,
  aliases: [
    [/^v_(cmpx?)_lg_([iu](?:32|64))$/, 'v_$1_ne_$2'],
    [/^v_(cmpx?)_tru_([iu](?:32|64))$/, 'v_$1_t_$2'],
    [/^v_(cmps?x?)_t_(f(?:32|64))$/, 'v_$1_tru_$2'],
    [/^v_(add|sub|subrev)_u32$/, 'v_$1_i32'],
    [/^v_mqsad_u8$/, 'v_mqsad_pk_u16_u8'],
  ],
  operands: operandCodes,
  syntax,
  rules,
  descriptors,
  valuCycles,
  timing,
};

export const southernIslands = defineIsa(parts);
