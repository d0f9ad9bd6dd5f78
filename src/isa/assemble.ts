// The assembler: text with labels, symbols, macros, sections, data and instructions to code words. Problems are listed,
// not thrown. Everything is read once; what depends on a place that is not known yet is encoded again when every place
// is known.

import type { Assembly } from './assembler/assembly.js';
import { AssemblyWriter } from './assembler/writer.js';
import type { Isa } from './isa.js';
import './readers.js';

/** Assembles a source. If there are problems, `words` is incomplete and must not be used as code. */
export function assemble(isa: Isa, source: string): Assembly {
  return new AssemblyWriter(isa).run(source);
}
