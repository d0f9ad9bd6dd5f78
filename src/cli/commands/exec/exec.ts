// `atoll exec`: a fragment of assembly on one wavefront, without a host program; prints the state that changed.

import { readFileSync } from 'node:fs';
import { ADDRESS_SPACE_SIZE, CONTROL_BASE, VRAM_BASE } from '../../../abi/memory-map.js';
import { checkEngines, type EngineName, OBSERVABLE_ENGINES } from '../../../config/engine-names.js';
import { type FragmentResult, type MemoryRange, runFragment } from '../../../debug/fragment.js';
import { fragmentJson, fragmentText } from '../../../debug/fragment-text.js';
import { assign, registerNamed, splitAssignments, valueWords } from '../../../debug/registers.js';
import { TraceProbe } from '../../../debug/trace.js';
import { TraceBudget } from '../../../debug/trace-budget.js';
import { traceFilter } from '../../../debug/trace-filter.js';
import { GpuMemory } from '../../../emulator/memory.js';
import { LDS_SIZE } from '../../../emulator/state.js';
import type { Wavefront } from '../../../emulator/wavefront.js';
import type { Isa } from '../../../isa/isa.js';
import { loadIsa } from '../../../isa/load-isa.js';
import { assemblyReport } from '../../../isa/report.js';
import { createEngine } from '../../../threads/engines.js';
import { AtollError } from '../../../util/errors.js';
import { groupsOf } from '../../../util/required.js';
import { ExitStatus } from '../../command-line/exit.js';
import { readInput } from '../../inputs/code-input.js';
import { namedClang } from '../../inputs/named-clang.js';

export interface ExecFlags {
  readonly device?: string;
  readonly sgpr?: readonly string[];
  readonly vgpr?: readonly string[];
  readonly mem?: readonly string[];
  readonly exec?: string;
  readonly vcc?: string;
  readonly mode?: string;
  readonly m0?: string;
  readonly lds?: string;
  readonly engine?: string;
  readonly max?: string;
  readonly trace?: boolean;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 1_000_000;
/** The code is at the address of a guest's control window, so that all of video memory is free for --mem. */
const CODE_ADDRESS = CONTROL_BASE;
const STANDARD_INPUT = 0;

function readSource(file: string): Uint8Array {
  if (file !== '-') return readInput(file);
  try {
    return readFileSync(STANDARD_INPUT);
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read standard input: ${(error as Error).message}`);
  }
}

/** The words, or undefined after errors, which are printed. */
function assembled(isa: Isa, file: string): Uint32Array | undefined {
  const name = file === '-' ? 'standard input' : file;
  const { words, problems, warnings } = assemblyReport(isa, new TextDecoder().decode(readSource(file)), name);
  for (const problem of [...problems, ...warnings]) process.stderr.write(`${problem}\n`);
  return problems.length === 0 ? words : undefined;
}

function countOf(option: string, text: string, least: number): number {
  const count = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(count) && count >= least) return count;
  throw new AtollError('BAD_OPTION', `${option}: '${text}' is not a number of at least ${least}`);
}

/** The part before the `@` of --mem: `zero:bytes`, `words:value,value...` or a file. */
function contentOf(text: string, room: number): Uint8Array {
  const match = /^(zero|words):(.*)$/s.exec(text);
  if (!match) return readInput(text);
  const [kind, rest] = groupsOf(match, 2);
  if (kind === 'zero') {
    const size = countOf('--mem zero', rest, 1);
    if (size > room) throw new AtollError('BAD_OPTION', `--mem ${text}: ${size} bytes do not fit there`);
    return new Uint8Array(size);
  }
  const words = rest.split(',').flatMap((value, index) => valueWords(value, 1, index));
  return new Uint8Array(Uint32Array.from(words).buffer);
}

function memoryRange(text: string): MemoryRange {
  const at = text.lastIndexOf('@');
  if (at <= 0)
    throw new AtollError(
      'BAD_OPTION',
      `--mem ${text}: the address is missing`,
      'write file@address or zero:bytes@address',
    );
  const address = countOf('--mem', text.slice(at + 1), 0);
  const room = ADDRESS_SPACE_SIZE - address;
  if (address < VRAM_BASE || room <= 0) {
    const range = `0x${VRAM_BASE.toString(16)} to 0x${(ADDRESS_SPACE_SIZE - 1).toString(16)}`;
    throw new AtollError('BAD_OPTION', `--mem ${text}: memory is at addresses ${range}`);
  }
  const bytes = contentOf(text.slice(0, at), room);
  if (bytes.length === 0 || bytes.length > room)
    throw new AtollError('BAD_OPTION', `--mem ${text}: ${bytes.length} bytes do not fit there`);
  return { address, bytes };
}

/** Sets the registers that the options name. */
function setRegisters(isa: Isa, wavefront: Wavefront, flags: ExecFlags): void {
  for (const [option, bank] of [
    ['sgpr', 'scalar'],
    ['vgpr', 'vgpr'],
  ] as const) {
    for (const { register, value } of (flags[option] ?? []).flatMap(splitAssignments)) {
      const place = registerNamed(isa, register);
      if (place.bank !== bank)
        throw new AtollError(
          'BAD_OPTION',
          `--${option}: ${register} is not a register of kind ${option.toUpperCase()}`,
        );
      assign(wavefront, place, value);
    }
  }
  for (const name of ['exec', 'vcc', 'mode', 'm0'] as const) {
    const value = flags[name];
    if (value !== undefined) assign(wavefront, registerNamed(isa, name), value);
  }
}

function execute(isa: Isa, words: Uint32Array, flags: ExecFlags): FragmentResult {
  const engine = flags.engine ?? OBSERVABLE_ENGINES[0];
  checkEngines(engine, undefined, flags.trace ?? false);
  const limit = flags.max === undefined ? DEFAULT_LIMIT : countOf('--max', flags.max, 1);
  const clang = engine === 'native' ? namedClang(undefined) : undefined;
  const memory = GpuMemory.create();
  const sink = flags.json ? process.stderr : process.stdout;
  const trace = {
    filter: traceFilter({}),
    budget: new TraceBudget(limit),
    sink: (text: string) => void sink.write(text),
  };
  return runFragment({
    memory,
    createEngine: (probe) => createEngine(engine as EngineName, memory, { probe, wholeState: true, clang }),
    probe: flags.trace ? new TraceProbe(trace) : undefined,
    isa,
    code: words,
    codeAddress: CODE_ADDRESS,
    ranges: (flags.mem ?? []).map(memoryRange),
    ldsBytes: flags.lds === undefined ? LDS_SIZE : countOf('--lds', flags.lds, 0),
    prepare: (wavefront) => setRegisters(isa, wavefront, flags),
    limit,
  });
}

export async function exec(file: string, flags: ExecFlags): Promise<void> {
  const isa = await loadIsa(flags.device);
  const words = assembled(isa, file);
  const result = words && execute(isa, words, flags);
  if (result)
    process.stdout.write(flags.json ? `${JSON.stringify(fragmentJson(result), null, 2)}\n` : fragmentText(result));
  if (result?.outcome !== 'end') process.exitCode = ExitStatus.CHECK_FAILED;
}
