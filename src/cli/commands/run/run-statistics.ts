// What `--stats` takes where an earlier run has kept what it needs of the kernels: it imports no instructions, so that
// it costs little beside a short run.

export { giveKeptStatistics } from './statistics/cache.js';
export { orderStatistics } from './statistics/request.js';
