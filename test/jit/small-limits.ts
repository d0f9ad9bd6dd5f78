// Makes large kernels of small ones: ranges, parts and loops of a few instructions. For tests that import it before
// others.

import { MEASURES } from '../../src/jit/analysis/code-profile.js';
import { RUN_LIMIT } from '../../src/jit/kernel/block-emitter.js';
import { LIMITS } from '../../src/jit/kernel/kernel-parts.js';
import { countInstructions } from './counted-time.js';
import { EFFORT } from './effort.js';

countInstructions(1);
Object.assign(MEASURES, { range: 64, whole: 64, sample: 7, worth: 0.25, unnoticed: 0 });
Object.assign(LIMITS, { whole: 0, part: 6 });
Object.assign(RUN_LIMIT, { bytes: 200 });
if (!process.env['ATOLL_LONG']) EFFORT.share = 0.25;
