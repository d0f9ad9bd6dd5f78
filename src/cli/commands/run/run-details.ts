// Summaries and statistics of a run: they import the instruction sets, and are loaded only on use.

export { runAgreement } from './run-agreement.js';
export { runReport } from './run-report.js';
export { giveStatistics } from './statistics/report.js';
export { statisticsTables } from './statistics/tables.js';
export { summarize } from './summary.js';
