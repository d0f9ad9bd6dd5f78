// Reader of the names of Southern Islands.

import { readerFor } from '../common/reader.js';
import { COUNTERS } from './counters.js';
import { REGISTER_NAMES } from './operands.js';

export const reader = readerFor(REGISTER_NAMES, COUNTERS);
