// Entry point of a command line, in the bundle and in the modules. The processor thread starts before all other modules
// are loaded, because most programs wait for it.

import { startEarly, takeEarly } from '../threads/early-processor.js';

/** Their standard output is a guest's, and they start a thread for its device. */
const WITH_DEVICE = ['run', 'check', 'debug', 'record', 'verify', 'serve'];
/** Their standard output belongs to a guest as well: this process does not change it. */
const WITH_GUEST = [...WITH_DEVICE.filter((name) => name !== 'serve'), 'replay', 'record-device', 'replay-device'];

/** The run has failed before its program started: the processor thread may still start for it. */
async function stopEarly(): Promise<void> {
  const early = takeEarly();
  early?.thread.stop();
  if (!early || !process.exitCode) return;
  const { leave } = await import('./command-line/exit-notice.js');
  try {
    leave(Number(process.exitCode));
  } catch {
    // Without the addon there are no native threads.
  }
}

/** Executes this process's command line. */
export async function main(): Promise<void> {
  const [, , command = '', ...words] = process.argv;
  if (WITH_DEVICE.includes(command)) startEarly(words);
  const [{ attempt }, { execute }] = await Promise.all([import('./command-line/attempt.js'), import('./program.js')]);
  if (!WITH_GUEST.includes(command)) (await import('./command-line/output.js')).endWithOutput();
  await attempt(execute);
  await stopEarly();
}
