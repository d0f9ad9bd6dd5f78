// `atoll serve`: a run with a live page. The server notifies the page of the end of the run, then ends as well.

import type { Settings } from '../../../config/config.js';
import { isBoardEngine } from '../../../config/engine-names.js';
import { Live } from '../../../serve/live.js';
import type { ListenAt } from '../../../serve/server.js';
import { AtollError } from '../../../util/errors.js';
import { type Interruption, onInterruption } from '../../command-line/interruption.js';
import type { RunLive } from '../run/run-plan.js';

const ADDRESS = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:]*)):(?<port>\d{1,5})$/;

/** @throws AtollError BAD_OPTION */
function listenAt(text: string): ListenAt {
  const { v6, host, port } = ADDRESS.exec(text)?.groups ?? {};
  if (port !== undefined && Number(port) < 65536) return { host: v6 ?? (host || '127.0.0.1'), port: Number(port) };
  throw new AtollError(
    'BAD_OPTION',
    `--listen: '${text}' is not an address to listen on`,
    'HOST:PORT, or :PORT; port 0 selects a free one',
  );
}

/** Rejects options that stop launches themselves, or execute them on a board. @throws AtollError BAD_OPTION */
function checkServed(settings: Settings): void {
  if (settings.break !== undefined)
    throw new AtollError(
      'BAD_OPTION',
      '--break conflicts with the page: both stop and continue kernels',
      'use atoll debug -- PROGRAM for the prompt, or omit --break and use the page',
    );
  const engines = settings.lockstep ?? [settings.engine];
  if (engines.some(isBoardEngine))
    throw new AtollError(
      'BAD_OPTION',
      `with --engine ${settings.engine} kernels run on another OpenCL, where they cannot be inspected or paused`,
      'omit --engine, or record the times of launches with atoll run --trace',
    );
}

const interrupted = ({ signal }: Interruption): Promise<void> =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

/** The live view that the options of `atoll serve` select. @throws AtollError BAD_OPTION */
export function liveOf(flags: Readonly<Record<string, unknown>>, settings: Settings): RunLive {
  checkServed(settings);
  const at = listenAt(String(flags['listen']));
  const stays = flags['stay'] === true;
  let live: Live | undefined;
  /** Signals that end the server while it stays after the run. */
  let staying: Interruption | undefined;
  let logLine: (text: string) => void = () => {};
  return {
    onReply: (reply) => live?.receive(reply),
    async open(machine, facts, log) {
      logLine = log;
      live = await Live.open({
        at,
        facts,
        stays,
        send: machine.question,
        builds: () => machine.builds.times,
        end: () => machine.killGuest(),
      });
      log(`live view: ${live.url}`);
    },
    async finish(end) {
      // Ctrl-C ends program and server.
      if (stays && end.signal !== 'SIGINT') staying = onInterruption();
      await live?.finish(end);
    },
    discard: () => live?.discard(),
    async close() {
      if (staying && live) {
        logLine('the program has ended; Ctrl-C ends the server');
        await Promise.race([live.left, interrupted(staying)]);
        staying.end();
      }
      await live?.close();
    },
  };
}
