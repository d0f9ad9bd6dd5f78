// Imported before a file of tests: V8 compiles every function of this process with its optimising compiler at once, as
// it does for users with whatever runs for long. Tests of single wavefronts would otherwise end before that. Half of
// the random samples do.

import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-liftoff');
process.env['ATOLL_FUZZ'] ??= '1';
