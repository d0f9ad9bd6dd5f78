// `atoll run`: the guest's streams, exit status and death by signal are its own; what we have to say goes to stderr or --log.

import { appendFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { RUN_OPTIONS, resolve } from '../config.js';
import { Machine } from '../machine.js';
import { AtollError } from '../util/errors.js';
import { givenFlags } from './options.js';
import { writeError } from './output.js';
import { summarize } from './summary.js';

function openLog(file: string | undefined): (text: string) => void {
  if (file === undefined) return (text) => writeError(`atoll: ${text}\n`);
  try {
    writeFileSync(file, '');
  } catch (error) {
    throw new AtollError('BAD_OPTION', `cannot write the log ${file}: ${(error as Error).message}`);
  }
  return (text) => appendFileSync(file, `${text}\n`);
}

/** Ends this process as the guest ended. */
function endLike({ code, signal }: { readonly code: number; readonly signal?: string }): void {
  process.exitCode = code;
  // Real-time signals have names that Node does not know: the status 128 + n has to do for them.
  if (!signal || !(signal in constants.signals)) return;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

export async function run(argv: readonly string[], flags: Readonly<Record<string, unknown>>): Promise<void> {
  const { settings } = resolve(RUN_OPTIONS, givenFlags(flags), process.env, process.cwd());
  const log = openLog(settings.log);
  const started = process.hrtime.bigint();
  const machine = new Machine({ settings, report: log });
  let end: { readonly code: number; readonly signal?: string };
  try {
    end = await machine.start(argv, process.cwd(), process.env).exited;
  } finally {
    await machine.dispose();
  }
  if (settings.summary)
    log(summarize(machine.launches, process.hrtime.bigint() - started, settings.devices ?? [settings.device]));
  endLike(end);
}
