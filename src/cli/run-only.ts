// What is bundled for a quick start: `atoll run` alone.

import './run-early.js';

export { runOnly } from './run-plain.js';
