// The readers of the instruction sets that are always there: only the assembler and the debugger read names, so a run
// does not load them. Sets that are loaded later add theirs themselves.

import { addReader } from './assembler/reader.js';
import { reader } from './southern-islands/reader.js';
import { syntax } from './southern-islands/syntax.js';

addReader(syntax, reader);

export { readerOf } from './assembler/reader.js';
