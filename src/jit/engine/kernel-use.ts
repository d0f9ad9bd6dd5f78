// Options and helpers of the translation of kernels.

import type { LaunchDescriptor } from '../../emulator/launch.js';
import type { Part } from '../analysis/code-profile.js';
import type { EmitOptions } from '../kernel/machine.js';
import type { RecordConsumer } from '../records/reader.js';
import type { DenormalSwitch } from './denormals.js';
import type { HostInstructions } from './host-instructions.js';
import type { NativeCode } from './kernel-functions.js';
import type { TranslationStore } from './translation.js';

/** Kernels begin in the interpreter, and are translated when they have run for long enough to be worth it. */
export interface Tiering {
  /** Has another thread translate a part of a kernel; false when there is none that could. Absent: there never is. */
  readonly elsewhere?: ((launch: LaunchDescriptor, part: Part) => boolean) | undefined;
}

export interface KernelUse {
  readonly options: Omit<EmitOptions, 'zeroesDenormals' | 'space' | 'layout' | 'rows'>;
  readonly host: HostInstructions;
  /** Takes what compiled code records, where `options` say that it does. */
  readonly records: RecordConsumer | undefined;
  readonly denormals: DenormalSwitch | undefined;
  readonly store: TranslationStore | undefined;
  readonly nativeCode: NativeCode | undefined;
  /** Absent: kernels are translated before they run. */
  readonly tiering: Tiering | undefined;
}
