// What `--stats` takes where an earlier run has kept what it needs of the kernels: it knows no instructions, and has a
// bundle of its own (src/setup/bundle.mjs), so that it costs little beside a short run.

export { giveKeptStatistics } from './statistics/cache.js';
export { orderStatistics } from './statistics/request.js';
