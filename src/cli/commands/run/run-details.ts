// What a run tells of itself when that is asked for: it imports instructions, and is loaded only then.

export { runAgreement } from './run-agreement.js';
export { runReport } from './run-report.js';
export { giveStatistics } from './statistics/report.js';
export { statisticsTables } from './statistics/tables.js';
export { summarize } from './summary.js';
