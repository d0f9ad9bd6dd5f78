// The families of instructions. A family's module exports its definitions as arrays.

import type { InstructionRow } from '../../define.js';
import * as ds from './ds.js';
import * as exp from './exp.js';
import * as mimg from './mimg.js';
import * as mtbuf from './mtbuf.js';
import * as mubuf from './mubuf.js';
import * as sop1 from './sop1.js';
import * as sop2 from './sop2.js';
import * as sopc from './sopc.js';
import * as sopk from './sopk.js';
import * as sopp from './sopp.js';
import * as vintrp from './vintrp.js';
import * as vop1 from './vop1.js';
import * as vop2 from './vop2.js';
import * as vop3 from './vop3.js';
import * as vopc from './vopc.js';

const MODULES: readonly object[] = [
  sop1,
  sop2,
  sopk,
  sopc,
  sopp,
  vop1,
  vop2,
  vop3,
  vopc,
  vintrp,
  ds,
  mubuf,
  mtbuf,
  mimg,
  exp,
];

/** Every row that instruction sets share; VOP3 forms are derived (promotion.ts). */
export const familyRows = (): readonly InstructionRow[] =>
  MODULES.flatMap((module) => Object.values(module).filter((value) => Array.isArray(value))).flat();
