// Summaries and statistics of a run: they import the instruction sets, and are loaded only on use.

export { statisticsTables } from '../../../instruments/statistics/tables.js';
export { runAgreement } from '../../../instruments/timing/agreement.js';
export { runReport } from './run-report.js';
export { summarize } from './summary.js';
