// Outputs of few runs: timelines, pages.

export { Timeline } from '../../../trace/timeline.js';
export { writeRunPage } from './run-page.js';
