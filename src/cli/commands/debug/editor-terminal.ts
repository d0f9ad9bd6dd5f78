// The run's side of `atoll debug --dap`: the adapter has started this process and sends requests over Node's channel.

import type { DebugTerminal } from '../../../machine/machine-options.js';
import { ExitStatus } from '../../command-line/exit.js';

/** Set by the adapter for its run. */
export const EDITOR_VARIABLE = 'ATOLL_EDITOR';

/** Messages of the adapter. */
export type AdapterMessage =
  | { readonly type: 'request'; readonly request: unknown }
  /** The configuration of the editor is complete: the program may start. */
  | { readonly type: 'start' }
  | { readonly type: 'quit' };

/** Messages of the run. */
export type RunMessage =
  /** The run receives requests from now on. */
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'answer'; readonly answer: unknown };

/** The terminal of a run started by an adapter; undefined for others. */
export function takeEditor(): DebugTerminal | undefined {
  const isEditorRun = process.env[EDITOR_VARIABLE] !== undefined && process.send !== undefined;
  delete process.env[EDITOR_VARIABLE];
  return isEditorRun ? editorTerminal() : undefined;
}

function editorTerminal(): DebugTerminal {
  const send = (message: RunMessage): void => {
    // A disconnect of the adapter is handled by the `disconnect` event.
    if (process.connected) process.send?.(message, () => {});
  };
  let start = (): void => {};
  const ready = new Promise<void>((resolve) => {
    start = resolve;
  });
  let started = false;
  const attach = (sendRequest: (line: string) => void, kill: () => void): void => {
    const quit = (): void => {
      if (!started) process.exit(ExitStatus.FAILED);
      kill();
    };
    process.on('message', (message: AdapterMessage) => {
      if (message.type === 'request') sendRequest(JSON.stringify(message.request));
      else if (message.type === 'quit') quit();
      else {
        started = true;
        start();
      }
    });
    // Without the adapter a stopped kernel could not continue.
    process.once('disconnect', quit);
    send({ type: 'ready' });
  };
  return {
    editor: { attach, ready, send: (answer) => send({ type: 'answer', answer }) },
    write: (text) => send({ type: 'text', text }),
    request: () => {},
    close: () => {},
  };
}
