// `atoll replay`: a recorded launch again, compared with what it did then.

import { checkEngines, ENGINE_NAMES, type EngineName, isCompiled } from '../config/engine-names.js';
import { requireSoundCompiler } from '../jit/engine/host-compiler.js';
import { readRecording } from '../replay/recording.js';
import { replay } from '../replay/replay.js';
import { createComparedEngines, createEngine } from '../threads/engines.js';
import { ExitStatus } from './exit.js';

export interface ReplayFlags {
  readonly engine?: string;
  readonly lockstep?: string;
}

/** @throws AtollError BAD_OPTION, BAD_INPUT naming file and offset */
export function replayFile(file: string, flags: ReplayFlags): void {
  const engine = flags.engine ?? ENGINE_NAMES[0]!;
  const pair = flags.lockstep?.split(',') as EngineName[] | undefined;
  checkEngines(engine, pair, false);
  if ((pair ?? [engine]).some(isCompiled)) requireSoundCompiler();
  const recording = readRecording(file);
  const { failure, different, first } = replay(recording, (memory) =>
    pair ? createComparedEngines(pair, memory) : createEngine(engine as EngineName, memory),
  );
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  if (failure !== undefined) say(failure);
  if (failure !== recording.failure) say(`recorded: ${recording.failure ?? 'ended without a fault'}`);
  if (first)
    say(
      `${different} bytes differ, first 0x${first.address.toString(16)}: recorded ${first.recorded}, now ${first.now}`,
    );
  const equal = failure === recording.failure && !first;
  if (equal) say(`kernel ${recording.launch.kernel}: equal to the recording`);
  process.exitCode = equal ? 0 : ExitStatus.CHECK_FAILED;
}
