// Generated from the files of src/chips/records by `npm run build`. Do not edit.

import type { Chip } from './chip.js';
import { chip as capeverde } from './records/capeverde.js';
import { chip as carrizo } from './records/carrizo.js';
import { chip as fiji } from './records/fiji.js';
import { chip as hainan } from './records/hainan.js';
import { chip as oland } from './records/oland.js';
import { chip as pitcairn } from './records/pitcairn.js';
import { chip as raven } from './records/raven.js';
import { chip as tahiti } from './records/tahiti.js';
import { chip as tonga } from './records/tonga.js';
import { chip as vega10 } from './records/vega10.js';
import { chip as vega20 } from './records/vega20.js';

export const RECORDS: readonly Chip[] = [
  capeverde,
  carrizo,
  fiji,
  hainan,
  oland,
  pitcairn,
  raven,
  tahiti,
  tonga,
  vega10,
  vega20,
];
