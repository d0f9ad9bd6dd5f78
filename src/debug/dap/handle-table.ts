// State that the requests of one editor share: the stop, and numbers by which the editor names objects.

import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { SharedState } from '../debugger.js';
import type { CallStop, Stop } from '../frontend.js';
import type { Prompt } from '../prompt.js';
import { refuse } from '../refuse.js';
import { SourceTexts } from './source-texts.js';

/** Target of a variablesReference. It is valid until execution continues. */
export interface Holder {
  readonly total: number;
  /** Children from `start` on, at most `count`. */
  list(start: number, count: number): DebugProtocol.Variable[];
  /** Changes a child. @returns its new value; @throws AtollError BAD_INPUT */
  set?(name: string, value: string): string;
  /** Argument of the command `watch` for a child; undefined where it is not in memory. */
  watch?(name: string): string | undefined;
}

/** One level of a wavefront's stack. */
export interface Frame {
  readonly wavefront: Wavefront;
  readonly level: number;
}

export class HandleTable {
  readonly texts = new SourceTexts();
  /** Undefined while kernels run. */
  stop: Stop | undefined;
  /** A call that has failed, instead of a kernel. */
  call: CallStop | undefined;
  /** Breakpoint numbers that each request has set, by the kind of request, and the file. */
  readonly placed = new Map<string, number[]>();
  stopsAtFaults = true;
  pausing = false;
  private holders: Holder[] = [];
  private frames: Frame[] = [];

  constructor(
    readonly shared: SharedState,
    readonly interrupt: () => void,
    readonly emit: (event: string, body: unknown) => void,
  ) {}

  /** @throws AtollError BAD_INPUT while kernels run */
  get prompt(): Prompt {
    return this.stop?.prompt ?? refuse('no kernel is stopped');
  }

  forget(): void {
    this.holders = [];
    this.frames = [];
  }

  reference(holder: Holder): number {
    return this.holders.push(holder);
  }

  holder(reference: number): Holder {
    return this.holders[reference - 1] ?? refuse(`reference ${reference} is stale: the kernel has continued`);
  }

  frameId(frame: Frame): number {
    return this.frames.push(frame);
  }

  /** A frame, by default the innermost of the wavefront that has stopped. */
  frame(id: number | undefined): Frame {
    if (id === undefined || id === 0) return { wavefront: this.prompt.selected, level: 0 };
    return this.frames[id - 1] ?? refuse(`frame ${id} is stale: the kernel has continued`);
  }

  /** The prompt, looking at a wavefront. */
  at(wavefront: Wavefront): Prompt {
    const { prompt } = this;
    prompt.selected = wavefront;
    return prompt;
  }
}
