// A check of the compiler's machine code: functions that are not inlined have to preserve the registers of their
// callers.
import { STT } from '../../elf/elf.js';
import { loadIsa } from '../../isa/load-isa.js';
import { isDefined, ObjectFile } from '../image/object-file.js';
import { kernelHeads } from '../ir/kernels.js';
import { plainName } from '../ir/lexical.js';
import type { IrTextModule } from '../ir/module.js';
import { sourceName } from '../ir/symbol-names.js';
import { overwrittenRegister } from './preserved-registers.js';

export interface CompiledCode {
  readonly object: Uint8Array;
  /** The input of code generation. */
  readonly module: IrTextModule;
  /** LLVM's name of the chip. */
  readonly processor: string;
  /** LLVM's version; 0 if unknown. */
  readonly version: number;
}

/** A copy, whose words lie at multiples of four bytes. */
const wordsOf = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(Uint8Array.from(bytes).buffer, 0, bytes.length >>> 2);

/** One sentence about the first function that overwrites preserved registers of its callers; undefined if none does. */
export async function findOverwritten({
  object,
  module,
  processor,
  version,
}: CompiledCode): Promise<string | undefined> {
  const kernels = new Set(kernelHeads(module).map(({ name }) => plainName(name)));
  const file = new ObjectFile(object);
  const isa = await loadIsa(processor);
  for (const symbol of file.symbols) {
    if (symbol.type !== STT.func || !isDefined(symbol) || kernels.has(symbol.name)) continue;
    const section = file.bytes(file.section(symbol.section));
    const overwritten = overwrittenRegister(
      isa,
      wordsOf(section.subarray(symbol.value, symbol.value + symbol.size)),
      version,
    );
    if (!overwritten) continue;
    const what = overwritten.problem === 'notSaved' ? 'without saving it first' : 'and does not restore it';
    const where = `at +0x${overwritten.offset.toString(16)}`;
    return `function '${sourceName(symbol.name)}' overwrites ${overwritten.register} of its callers ${what} (${where})`;
  }
  return undefined;
}
