// The programs of the study, in its order.

import { spmv, xsbench } from './programs/lookups.js';
import { lulesh, snap } from './programs/meshes.js';
import { comd, md } from './programs/particles.js';
import { arrayBandwidth, bitonicSort, fft, hpgmg } from './programs/streams.js';
import type { StudyProgram } from './study.js';

export const PROGRAMS: readonly StudyProgram[] = [
  arrayBandwidth,
  bitonicSort,
  comd,
  fft,
  hpgmg,
  lulesh,
  md,
  snap,
  spmv,
  xsbench,
];
