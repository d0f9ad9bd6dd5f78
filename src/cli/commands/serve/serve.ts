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
    `--listen: '${text}' is no address to listen on`,
    'HOST:PORT, or :PORT; 0 takes a free one',
  );
}

/** Rejects options that stop launches themselves, or execute them on a board. @throws AtollError BAD_OPTION */
function checkServed(settings: Settings): void {
  if (settings.break !== undefined)
    throw new AtollError(
      'BAD_OPTION',
      '--break and the page would both stop and continue kernels',
      'atoll debug -- PROGRAM has the prompt; without --break the page pauses and looks',
    );
  const engines = settings.lockstep ?? [settings.engine];
  if (engines.some(isBoardEngine))
    throw new AtollError(
      'BAD_OPTION',
      `with --engine ${settings.engine} kernels run on another OpenCL, where the page can neither look nor pause`,
      'leave it out, or watch the times of launches with atoll run --trace',
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
  let say: (text: string) => void = () => {};
  return {
    onReply: (reply) => live?.receive(reply),
    async open(machine, facts, log) {
      say = log;
      live = await Live.open({
        at,
        facts,
        stays,
        send: machine.question,
        builds: () => machine.builds.times,
        end: () => machine.killGuest(),
      });
      log(`watch it at ${live.url}`);
    },
    async finish(end) {
      // Ctrl-C ends program and server.
      if (stays && end.signal !== 'SIGINT') staying = onInterruption();
      await live?.finish(end);
    },
    discard: () => live?.discard(),
    async close() {
      if (staying && live) {
        say('the program has ended; Ctrl-C ends this, too');
        await Promise.race([live.left, interrupted(staying)]);
        staying.end();
      }
      await live?.close();
    },
  };
}
