// What few runs write: timelines, coverage, pages. A bundle of its own (src/setup/bundle.mjs).

export { Timeline } from '../../../trace/timeline.js';
export { writeCoverage } from '../coverage/coverage.js';
export { writeRunPage } from './run-page.js';
