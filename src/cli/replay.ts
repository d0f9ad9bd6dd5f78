// `atoll replay`: a recorded launch again, compared with what it did then.

import { checkEngines, ENGINE_NAMES, type EngineName, isCompiled } from '../config/engine-names.js';
import type { Engine } from '../emulator/engine.js';
import type { GpuMemory } from '../emulator/memory.js';
import { requireSoundCompiler } from '../jit/engine/host-compiler.js';
import type { Recording } from '../replay/layout.js';
import { readRecordings } from '../replay/reader.js';
import { replay } from '../replay/replay.js';
import { createComparedEngines, createEngine } from '../threads/engines.js';
import { AtollError } from '../util/errors.js';
import { ExitStatus } from './exit.js';

export interface ReplayFlags {
  readonly engine?: string;
  readonly lockstep?: string;
  readonly launch?: string;
}

/** @throws AtollError BAD_OPTION, BAD_INPUT naming file and offset */
export function replayFile(file: string, flags: ReplayFlags): void {
  const engine = flags.engine ?? ENGINE_NAMES[0]!;
  const pair = flags.lockstep?.split(',') as EngineName[] | undefined;
  checkEngines(engine, pair, false);
  if ((pair ?? [engine]).some(isCompiled)) requireSoundCompiler();
  const launches = chosen(readRecordings(file), flags.launch);
  let equal = true;
  for (const [number, recording] of launches) {
    const name = launches.length > 1 ? `launch ${number}: ` : '';
    const say = (text: string): void => void process.stdout.write(`${name}${text}\n`);
    const create = (memory: GpuMemory): Engine =>
      pair ? createComparedEngines(pair, memory) : createEngine(engine as EngineName, memory);
    if (!replayOne(recording(), create, say)) equal = false;
  }
  process.exitCode = equal ? 0 : ExitStatus.CHECK_FAILED;
}

/** The launches that are asked for, with their numbers from 1 on. */
function chosen<T>(launches: readonly T[], asked: string | undefined): (readonly [number, T])[] {
  const all = launches.map((launch, n) => [n + 1, launch] as const);
  if (asked === undefined) return all;
  const found = all.filter(([number]) => String(number) === asked);
  if (found.length > 0) return found;
  throw new AtollError('BAD_OPTION', `--launch: there is no launch '${asked}', the file has ${launches.length}`);
}

/** @returns whether it does what it did then */
function replayOne(recording: Recording, create: (memory: GpuMemory) => Engine, say: (text: string) => void): boolean {
  const { failure, different, first } = replay(recording, create);
  if (failure !== undefined) say(failure);
  if (failure !== recording.failure) say(`recorded: ${recording.failure ?? 'ended without a fault'}`);
  if (first)
    say(
      `${different} bytes differ, first 0x${first.address.toString(16)}: recorded ${first.recorded}, now ${first.now}`,
    );
  const equal = failure === recording.failure && !first;
  if (equal) say(`kernel ${recording.launch.kernel}: equal to the recording`);
  return equal;
}
