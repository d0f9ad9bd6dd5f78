// Numbers that the core shares with the rest of the model. For WebAssembly the build writes this file anew, from what
// it exports.

export { NO_WAIT } from '../../isa/rates.js';
export { LINE_BYTES } from '../config/parameters.js';
export { R, REASON_COUNT } from '../model/reasons.js';
export { FLAG, RANGE_COUNT, UNIT } from '../program/units.js';
export { KIND, LISTED, MAX_LINES, TAG } from '../records/words.js';
export { HEAD_WORDS, P, PARTS } from './head.js';
