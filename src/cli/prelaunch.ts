// The first module of `atoll run`: everything after it is read beside the start of the processor thread.

import { startEarly } from '../threads/early-processor.js';

startEarly(process.argv.slice(3));
