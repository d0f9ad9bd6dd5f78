// `--stats` with facts of the kernels cached by an earlier run: imports no instruction sets, so that it costs little in
// a short run.

export { giveKeptStatistics } from './statistics/cache.js';
export { statisticsRequestOf } from './statistics/request.js';
