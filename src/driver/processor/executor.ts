// The work of an executor thread: takes part in dispatches, a slice each in turn, and reports when nothing is left to take.

import { Counters } from '../../emulator/counters.js';
import { GroupCursor } from '../../emulator/cursor.js';
import { type Dispatch, Dispatcher } from '../../emulator/dispatcher.js';
import type { Engine } from '../../emulator/engine.js';
import { GpuMemory } from '../../emulator/memory.js';
import type { CrewOrder, CrewReport } from './crew.js';

/** Wave-instructions after which other dispatches get their turn and new orders are read. */
const SLICE = 20_000;

type Join = Extract<CrewOrder, { do: 'join' }>;

interface Part {
  readonly order: Join;
  readonly dispatch: Dispatch;
}

export interface ExecutorOptions {
  readonly createEngine: (memory: GpuMemory) => Engine;
  /** Its slice of the engine region; the command processor has 0. */
  readonly unit: number;
  readonly report: (report: CrewReport) => void;
  /** A team has one member less. */
  readonly left: (members: SharedArrayBuffer) => void;
}

export class Executor {
  readonly #dispatchers = new Map<number, Dispatcher>();
  #parts: Part[] = [];

  constructor(private readonly options: ExecutorOptions) {}

  get busy(): boolean {
    return this.#parts.length > 0;
  }

  receive(order: CrewOrder): void {
    if (order.do === 'forget') {
      this.#dispatchers.delete(order.session);
      return;
    }
    if (order.do === 'meet') {
      this.#dispatcher(order);
      return;
    }
    try {
      const cursor = new GroupCursor(order.total, order.batch, order.cursor);
      this.#parts.push({ order, dispatch: this.#dispatcher(order).start(order.launch, cursor) });
    } catch (error) {
      this.#leave(order, undefined, error);
    }
  }

  /** Gives every dispatch one slice. */
  step(): void {
    this.#parts = this.#parts.filter(({ order, dispatch }) => {
      try {
        if (dispatch.run(SLICE) === 'budget') return true;
        this.#leave(order, dispatch, undefined);
      } catch (error) {
        dispatch.cancel();
        this.#leave(order, dispatch, error);
      }
      return false;
    });
  }

  #dispatcher({ session, memory }: Pick<Join, 'session' | 'memory'>): Dispatcher {
    let dispatcher = this.#dispatchers.get(session);
    if (!dispatcher) {
      const opened = GpuMemory.open(memory);
      dispatcher = new Dispatcher(opened, this.options.createEngine(opened), { unit: this.options.unit });
      this.#dispatchers.set(session, dispatcher);
    }
    return dispatcher;
  }

  #leave({ team, members }: Join, dispatch: Dispatch | undefined, error: unknown): void {
    const { values } = dispatch?.counters ?? new Counters();
    const defect =
      error === undefined ? undefined : `defect of Atoll: ${error instanceof Error ? error.stack : String(error)}`;
    this.options.report({
      team,
      counters: values,
      fault: dispatch?.fault,
      defect,
    });
    this.options.left(members);
  }
}
