// The run's end of `atoll debug --dap`: requests come from the adapter that has started this process, over Node's channel between the two.

import type { DebugTerminal } from '../machine/machine.js';
import { ExitStatus } from './exit.js';

/** Set by the adapter: this process is a run of its. */
export const EDITOR_VARIABLE = 'ATOLL_EDITOR';

/** What the adapter sends. */
export type ToRun =
  | { readonly do: 'request'; readonly request: unknown }
  /** The editor has said all that the program has to wait for. */
  | { readonly do: 'start' }
  | { readonly do: 'quit' };

/** What the run sends. */
export type FromRun =
  /** Requests are heard from now on. */
  | { readonly do: 'ready' }
  | { readonly do: 'text'; readonly text: string }
  | { readonly do: 'answer'; readonly answer: unknown };

/** The terminal of a run that an adapter has started; undefined for others. */
export function takeEditor(): DebugTerminal | undefined {
  const mine = process.env[EDITOR_VARIABLE] !== undefined && process.send !== undefined;
  delete process.env[EDITOR_VARIABLE];
  return mine ? editorTerminal() : undefined;
}

function editorTerminal(): DebugTerminal {
  const send = (message: FromRun): void => {
    // An editor that leaves meanwhile is seen by the end of the channel.
    if (process.connected) process.send!(message, () => {});
  };
  let start = (): void => {};
  const ready = new Promise<void>((resolve) => {
    start = resolve;
  });
  let started = false;
  const attach = (say: (line: string) => void, kill: () => void): void => {
    const quit = (): void => {
      if (!started) process.exit(ExitStatus.FAILED);
      kill();
    };
    process.on('message', (message: ToRun) => {
      if (message.do === 'request') say(JSON.stringify(message.request));
      else if (message.do === 'quit') quit();
      else {
        started = true;
        start();
      }
    });
    // The adapter is gone, and with it whoever could let a kernel go on.
    process.once('disconnect', quit);
    send({ do: 'ready' });
  };
  return {
    editor: { attach, ready, tell: (answer) => send({ do: 'answer', answer }) },
    write: (text) => send({ do: 'text', text }),
    ask: () => {},
    close: () => {},
  };
}
