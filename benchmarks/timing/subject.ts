// Kernels in assembly on a simulated chip: they are executed once, for their records, which the timing model replays.

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VRAM_BASE } from '../../src/abi/memory-map.js';
import { Dispatcher, describeFault, GpuMemory, type LaunchDescriptor, PERMISSION } from '../../src/emulator/index.js';
import { plainLaunch } from '../../src/emulator/plain-launch.js';
import { assemble } from '../../src/isa/assemble.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { createEngine } from '../../src/threads/engines.js';
import { type Configuration, configurationOf } from '../../src/timing/config/configuration.js';
import type { TimingResult } from '../../src/timing/model/result.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { RecordFile } from '../../src/timing/records/reader.js';
import { SessionRecords } from '../../src/timing/records/session.js';
import { simulated } from './levels.js';

const CODE = VRAM_BASE;
const CODE_BYTES = 1 << 20;
/** Address and size of the data. */
export const DATA = CODE + CODE_BYTES;
export const DATA_BYTES = 128 << 20;
/**
 * s[2:3] is the address of the data, s[4:7] a buffer of them, s8 the number of the work-group, v0 the one of the
 * work-item in it.
 */
const USER = Uint32Array.of(0, 0, DATA, 0, DATA, 0, DATA_BYTES, 0x27fac);

export interface Launch {
  /** Without its s_endpgm. */
  readonly text: string;
  readonly groups?: number;
  /** Work-items of a work-group. */
  readonly size?: number;
  readonly ldsBytes?: number;
  readonly vgprs?: number;
  readonly sgprs?: number;
  /** Fills the data before. */
  readonly fill?: (words: Uint32Array) => void;
}

function descriptorOf(
  { groups = 1, size = 64, ldsBytes = 0, vgprs = 24, sgprs = 32 }: Launch,
  codeBytes: number,
): LaunchDescriptor {
  return plainLaunch({
    kernel: 'benchmark',
    codeAddress: CODE,
    codeBytes,
    userSgprs: USER,
    vgprs,
    sgprs,
    ldsBytes,
    globalSize: [groups * size, 1, 1],
    localSize: [size, 1, 1],
  });
}

/** Executes a launch once. @param fd where its records go @throws Error when it does not end */
function record(launch: Launch, fd: number): void {
  const memory = GpuMemory.create();
  memory.setPages(CODE, CODE_BYTES, PERMISSION.read);
  memory.setPages(DATA, DATA_BYTES, PERMISSION.readWrite);
  const { words, problems } = assemble(DEFAULT_ISA, `${launch.text}\n s_endpgm`);
  if (problems[0]) throw new Error(`'${problems[0].text}': ${problems[0].message}`);
  memory.u32.set(words, CODE / 4);
  launch.fill?.(memory.u32.subarray(DATA / 4, (DATA + DATA_BYTES) / 4));
  const records = new SessionRecords((error) => {
    throw error;
  });
  const { probe } = records;
  const dispatcher = new Dispatcher(memory, createEngine('jit', memory, { probe }), { probe });
  const described = descriptorOf(launch, words.byteLength);
  records.begin(fd, 'of a benchmark', described, memory);
  const dispatch = dispatcher.start(described);
  const outcome = dispatch.run();
  dispatcher.close();
  if (outcome !== 'done')
    throw new Error(dispatch.fault ? describeFault(dispatch.fault) : `the kernel ended with '${outcome}'`);
  records.end();
}

/** Calls back with the records of a launch. */
export function withLaunch<Result>(launch: Launch, use: (records: RecordFile) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-validation-'));
  const fd = openSync(join(folder, 'records'), 'wx+');
  try {
    record(launch, fd);
    return use(new RecordFile(fd, 'of a benchmark'));
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
}

/** The time of a launch on a chip. */
export const timeOf = (launch: Launch, chip: Configuration): TimingResult =>
  withLaunch(launch, (records) => {
    const result = simulate(records, chip);
    simulated(records, chip, result.executionCycles);
    return result;
  });

/** A chip with other values, by `group.key`. */
export function variant(chip: Configuration, values: Readonly<Record<string, number>>): Configuration {
  const groups: Record<string, Record<string, (typeof chip.groups)[string][string]>> = {};
  for (const [group, keys] of Object.entries(chip.groups)) groups[group] = { ...keys };
  for (const [place, value] of Object.entries(values)) {
    const [group, key] = place.split('.') as [string, string];
    groups[group]![key] = { value, source: 'a benchmark', confidence: 'guess' };
  }
  return configurationOf(chip.name, chip.title, groups);
}
