// The run's end of `atoll debug --dap`: requests come from the adapter that has started this process, over Node's
// channel between the two.

import type { DebugTerminal } from '../../../machine/machine.js';
import { ExitStatus } from '../../command-line/exit.js';

/** Set by the adapter: this process is a run of its. */
export const EDITOR_VARIABLE = 'ATOLL_EDITOR';

/** What the adapter sends. */
export type AdapterMessage =
  | { readonly type: 'request'; readonly request: unknown }
  /** The editor has said all that the program has to wait for. */
  | { readonly type: 'start' }
  | { readonly type: 'quit' };

/** What the run sends. */
export type RunMessage =
  /** Requests are heard from now on. */
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'answer'; readonly answer: unknown };

/** The terminal of a run that an adapter has started; undefined for others. */
export function takeEditor(): DebugTerminal | undefined {
  const mine = process.env[EDITOR_VARIABLE] !== undefined && process.send !== undefined;
  delete process.env[EDITOR_VARIABLE];
  return mine ? editorTerminal() : undefined;
}

function editorTerminal(): DebugTerminal {
  const send = (message: RunMessage): void => {
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
    process.on('message', (message: AdapterMessage) => {
      if (message.type === 'request') say(JSON.stringify(message.request));
      else if (message.type === 'quit') quit();
      else {
        started = true;
        start();
      }
    });
    // The adapter is gone, and with it whoever could let a kernel go on.
    process.once('disconnect', quit);
    send({ type: 'ready' });
  };
  return {
    editor: { attach, ready, tell: (answer) => send({ type: 'answer', answer }) },
    write: (text) => send({ type: 'text', text }),
    ask: () => {},
    close: () => {},
  };
}
