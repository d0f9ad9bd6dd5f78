// Summaries and statistics of a run: they import the instruction sets, and are loaded only on use.

export { runReport } from './run-report.js';
export { summarize } from './summary.js';
