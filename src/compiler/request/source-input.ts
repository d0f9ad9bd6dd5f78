// OpenCL C as a compiler takes it.

import type { ParsedOptions } from './options.js';

export interface SourceInput {
  readonly source: Uint8Array;
  readonly headers: readonly { readonly name: string; readonly source: Uint8Array }[];
  readonly options: ParsedOptions;
  /** Working directory of the guest: the last search folder of quoted includes. */
  readonly folder: string;
  /** Prefix of absolute paths for clang: the guest's root folder may be another one. */
  readonly root: string;
  /** Files of that folder that clang would search in its own root folder, by name (chroot-view.ts). */
  readonly overlay?: ReadonlyMap<string, string>;
}
