// The options of a machine, and the interfaces of its other ends.

import type { BoardSettings } from '../board/client/boards.js';
import type { Compilation } from '../compiler/request/compilation.js';
import type { Settings } from '../config/config.js';
import type { NamedWords } from '../debug/known-words.js';
import type { Contexts } from '../driver/core/contexts.js';
import type { LaunchReport } from '../driver/core/processor/messages.js';
import type { DeviceModel } from '../driver/device-models.js';
import type { BrigFinalizer } from '../driver/kfd/finalizer/finalizer.js';
import type { Device } from '../host/device.js';
import type { GuestOptions } from '../host/guest-options.js';
import type { KernelImage } from '../launch/image.js';
import type { LockstepSettings } from '../lockstep/compilations.js';
import type { Replays } from './replays.js';

export interface MachineOptions {
  readonly settings: Settings;
  /** A line for the person: GPU faults, lost devices. */
  readonly report: (text: string) => void;
  /** Terminal from which the debugger reads commands. */
  readonly terminal?: DebugTerminal | undefined;
  /** Called for each launch that has ended, well or not, some time after its end. */
  readonly onLaunch?: ((launch: LaunchReport) => void) | undefined;
  /** Called with the kernels of each program that is ready to be launched. */
  readonly onKernels?: ((kernels: readonly KernelImage[]) => void) | undefined;
  /** Recorded launches, which are run instead of a program. */
  readonly replays?: Replays | undefined;
  /** Called with replies to questions ({@link Machine.ask}) of a live view. */
  readonly onReply?: ((reply: unknown) => void) | undefined;
  /** Executes launches in place of an engine. */
  readonly board?: BoardSettings | undefined;
  /** Other compilations of programs, whose launches are compared. */
  readonly compilations?: ComparedBuilds | undefined;
  /** Devices of a family that not every run has, for simulated chips. */
  readonly family?:
    | ((contexts: Contexts, chips: readonly DeviceModel[], finalizer: BrigFinalizer) => readonly Device[])
    | undefined;
}

/** Compilations that build programs, and the handling of launches that differ. */
export interface ComparedBuilds {
  /** The run's own. */
  readonly reference: Compilation;
  readonly others: readonly Compilation[];
  readonly launches: LockstepSettings;
  /** Called when builds alone differ. */
  readonly onUnequalBuild: (text: string) => void;
}

/** Start options of a guest beside its command line; by default those of this process. */
export type StartOptions = Pick<GuestOptions, 'inheritance' | 'cwd' | 'standard' | 'trees' | 'passTermination'>;

/** An editor that debugs by requests instead of lines. */
export interface DebugEditor {
  /** @param sendRequest sends a request; @param quit kills the programs */
  attach(sendRequest: (line: string) => void, quit: () => void): void;
  /** Takes answers and events. */
  send(answer: unknown): void;
  /** Resolves when the program may start. */
  readonly ready: Promise<void>;
}

/** The debugger's end on this thread. */
export interface DebugTerminal {
  /** Text with its line ends. */
  write(text: string): void;
  /** An editor: it says what it wants at any time, and gets answers (src/debug/dap). */
  readonly editor?: DebugEditor;
  /** Requests a line; undefined when the input has ended. */
  request(answer: (line: string | undefined) => void, words?: NamedWords): void;
  close(): void;
}
