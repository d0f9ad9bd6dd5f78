// The same BRIG as HSAIL and as GCN3, by turns, on one thread:
// `node dist/benchmarks/hsail/main.js [--turns N] [--json]`.

import { setTimeout as pause } from 'node:timers/promises';
import { chipById } from '../../src/chips/chips.js';
import { finalizeBrig } from '../../src/compiler/finalize.js';
import type { EngineName } from '../../src/config/engine-names.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { type LibraryKernel, readImage } from '../../src/library/image.js';
import { LibraryMachine } from '../../src/library/machine.js';
import { countOf, runCommand } from '../command.js';
import { type HsailBenchmark, PROGRAMS } from './programs.js';

const USAGE = `usage: main.js [options]
  --turns N        launches of each (default 12), of which the fastest counts
  --engine NAME    jit, wasm, native, interp or oracle (default jit)
  --only NAME      of the programs
  --device NAME    the chip (default fiji)
  --json           print JSON`;

/** Numbers whose bits are small floats. */
function contents(words: number): Uint32Array {
  let state = 12_345;
  return Uint32Array.from({ length: words }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (0x3f00_0000 | (state >>> 9)) >>> 0;
  });
}

/** A kernel on a machine of its own, whose buffers stay. */
class Contender {
  private readonly machine: LibraryMachine;
  private readonly buffers;
  readonly milliseconds: number[] = [];
  instructions = 0;

  constructor(
    private readonly kernel: LibraryKernel,
    private readonly program: HsailBenchmark,
    engine: EngineName,
  ) {
    this.machine = new LibraryMachine({ engine });
    this.buffers = program.buffers.map((words) => this.machine.buffer(contents(words)));
  }

  async launch(counts: boolean): Promise<void> {
    const { globalSize, localSize } = this.program;
    const values = this.buffers.map(({ address }) => new Uint8Array(BigUint64Array.of(BigInt(address)).buffer));
    const isPointer = this.kernel.arguments[0]!.kind === 'global';
    const { nanoseconds, statistics } = await this.machine.launch(this.kernel, {
      globalSize: [globalSize],
      localSize: [localSize],
      arguments: isPointer ? this.buffers : values,
    });
    this.instructions = statistics['instructions']!;
    if (counts) this.milliseconds.push(nanoseconds / 1e6);
  }

  contents(): readonly Uint32Array[] {
    return this.buffers.map((buffer, index) => {
      const words = new Uint32Array(this.program.buffers[index]!);
      buffer.read(words);
      return words;
    });
  }

  close(): Promise<unknown> {
    return this.machine.close();
  }
}

interface Row {
  readonly program: string;
  readonly gcn3: number;
  readonly il: number;
  readonly gcn3Instructions: number;
  readonly ilInstructions: number;
  /** Speed of HSAIL as a part of that of GCN3. */
  readonly ratio: number;
  readonly equal: boolean;
}

/** Until the host's compiler has optimised what it executes: it works beside this thread. */
const TURNS_BEFORE = 4;
const PAUSE_MS = 1500;

async function compare(program: HsailBenchmark, engine: EngineName, device: string, turns: number): Promise<Row> {
  const chip = chipById(device)!;
  await loadIsa(chip.target);
  const brig = assemble(program.text);
  const { codeObject } = await finalizeBrig([{ name: program.name, bytes: brig }], chip);
  const machineCode = new Contender(readImage(codeObject).kernels[0]!, program, engine);
  const language = new Contender(readImage(brig).kernels[0]!, program, engine);
  try {
    for (let turn = -TURNS_BEFORE; turn < turns; turn++)
      for (const each of turn % 2 === 0 ? [machineCode, language] : [language, machineCode]) {
        await each.launch(turn >= 0);
        if (turn < 0) await pause(PAUSE_MS);
      }
    const [expected, actual] = [machineCode.contents(), language.contents()];
    const equal = expected.every((words, index) =>
      Buffer.from(words.buffer).equals(Buffer.from(actual[index]!.buffer)),
    );
    const [gcn3, il] = [Math.min(...machineCode.milliseconds), Math.min(...language.milliseconds)];
    const numbers = { gcn3Instructions: machineCode.instructions, ilInstructions: language.instructions };
    return { program: program.name, gcn3, il, ...numbers, ratio: gcn3 / il, equal };
  } finally {
    await machineCode.close();
    await language.close();
  }
}

const rowText = ({ program, gcn3, il, gcn3Instructions, ilInstructions, ratio, equal }: Row): string =>
  `${program}: GCN3 ${gcn3.toFixed(2)} ms (${gcn3Instructions} wave-instructions), HSAIL ${il.toFixed(2)} ms ` +
  `(${ilInstructions}), speed ${ratio.toFixed(2)}, results ${equal ? 'equal' : 'DIFFER'}\n`;

await runCommand({
  usage: USAGE,
  options: {
    turns: { type: 'string', default: '12' },
    engine: { type: 'string', default: 'jit' },
    only: { type: 'string', default: '' },
    device: { type: 'string', default: 'fiji' },
    json: { type: 'boolean', default: false },
  },
  run: async ({ turns, engine, only, device, json }) => {
    const rows: Row[] = [];
    for (const program of PROGRAMS.filter(({ name }) => name.includes(only)))
      rows.push(await compare(program, engine as EngineName, device, countOf('turns', turns)));
    process.stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map(rowText).join(''));
    return rows.every(({ equal }) => equal) ? 0 : 1;
  },
});
