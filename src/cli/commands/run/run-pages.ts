// Outputs of few runs: timelines, coverage, pages.

export { Timeline } from '../../../trace/timeline.js';
export { writeCoverage } from '../coverage/coverage.js';
export { writeRunPage } from './run-page.js';
