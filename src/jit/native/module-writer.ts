// A module of operations as one of LLVM's intermediate representation. Every function takes the address of the memory
// and that of the table of what the host offers in front of its own parameters.

import { required } from '../../util/required.js';
import type { ModuleCode, Signature } from '../wasm/module-code.js';
import { chunkLoopOf } from './chunk-loops.js';
import { FunctionWriter, type WriteLoop } from './function-writer.js';
import { IrBuilder } from './ir-builder.js';
import { IR_TYPE, type ModuleContext, type NativeValue, resultType } from './ir-types.js';
import { functionTree } from './operations.js';
import { writeWideLoop } from './wide-loop.js';

const HOST_PARAMS = 'ptr %base, ptr %host';
const POINTER_BYTES = 8;
/** Some processors are taken to be better off with shorter vectors than they have; this code requests what it uses. */
const ATTRIBUTES = 'attributes #0 = { nounwind "prefer-vector-width"="512" "min-legal-vector-width"="512" }';

class ModuleWriter implements ModuleContext {
  private readonly declarations = new Set<string>();
  private readonly constants = new Map<string, string>();

  constructor(
    private readonly module: ModuleCode,
    private readonly chunks: number,
  ) {}

  /** Chunks side by side, where a loop allows it. */
  private readonly writeLoop: WriteLoop = (writer, source, over) => {
    const loop = this.chunks > 1 ? chunkLoopOf(source, writer.source) : undefined;
    if (!loop) return 'none';
    writeWideLoop(writer, loop, this.chunks, over);
    return source.kind === 'linear' ? 'all' : 'part';
  };

  typeOf(index: number): Signature {
    const { imports, functions } = this.module;
    return index < imports.length
      ? required(imports[index], 'imported function').signature
      : required(functions[index - imports.length], 'function').signature;
  }

  call(ir: IrBuilder, index: number, args: readonly NativeValue[]): string {
    const type = this.typeOf(index);
    const imported = index < this.module.imports.length;
    const values = args.map(({ type: each, name }) => `${IR_TYPE[each]} ${name}`);
    const all = [...(imported ? ['ptr %host'] : ['ptr %base', 'ptr %host']), ...values].join(', ');
    const callee = imported ? importedFunction(ir, index) : `@f${index}`;
    const call = `call ${imported ? '' : 'fastcc '}${resultType(type)} ${callee}(${all})`;
    if (type.results.length > 0) return ir.value(call);
    ir.effect(call);
    return '';
  }

  hidden(words: readonly number[]): string {
    const key = words.map((word) => `i32 ${word}`).join(', ');
    let name = this.constants.get(key);
    if (name === undefined) this.constants.set(key, (name = `@c${this.constants.size}`));
    return name;
  }

  write(): string {
    const { imports, functions, exports } = this.module;
    const parts: string[] = [];
    functions.forEach((source, position) => {
      const ir = new IrBuilder(this.declarations);
      const { signature } = source;
      new FunctionWriter(ir, functionTree(source), this, this.writeLoop).write();
      const params = [HOST_PARAMS, ...signature.params.map((type, n) => `${IR_TYPE[type]} %p${n}`)].join(', ');
      const head = `define internal fastcc ${resultType(signature)} @f${imports.length + position}(${params}) #0 {`;
      parts.push([head, 'entry:', ir.body, '}'].join('\n'));
    });
    for (const { name, index } of exports) parts.push(this.exported(name, index));
    const constants = [...this.constants].map(([text, name]) => `${name} = global <4 x i32> <${text}>, align 16`);
    return [...constants, ...parts, ...this.declarations, ATTRIBUTES, '!0 = !{}', ''].join('\n');
  }

  private exported(name: string, index: number): string {
    const type = this.typeOf(index);
    const params = type.params.map((each, n) => `${IR_TYPE[each]} %p${n}`);
    const all = [HOST_PARAMS, ...params].join(', ');
    const result = resultType(type);
    const call = `call fastcc ${result} @f${index}(${all})`;
    const body =
      type.results.length === 0 ? [`  ${call}`, '  ret void'] : [`  %result = ${call}`, `  ret ${result} %result`];
    return [`define ${result} @${name}(${all}) #0 {`, ...body, '}'].join('\n');
  }
}

/** The host's functions stand in its table in the order in which the module imports them. */
function importedFunction(ir: IrBuilder, index: number): string {
  const place = ir.value(`getelementptr i8, ptr %host, i64 ${index * POINTER_BYTES}`);
  return ir.value(`load ptr, ptr ${place}, !invariant.load !0`);
}

/**
 * The text.
 *
 * @param module as the emitter gives it
 * @param chunks of four lanes that are to be computed side by side: 1, 2 or 4
 */
export const writeIr = (module: ModuleCode, chunks: number): string => new ModuleWriter(module, chunks).write();
