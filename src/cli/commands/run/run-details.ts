// What a run tells of itself when somebody asked: it knows instructions, so it has a bundle of its own
// (src/setup/bundle.mjs).

export { runAgreement } from './run-agreement.js';
export { runReport } from './run-report.js';
export { giveStatistics } from './statistics/report.js';
export { statisticsTables } from './statistics/tables.js';
export { summarize } from './summary.js';
