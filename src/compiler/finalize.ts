// Programs of BRIG modules to code objects: requests of the front end, whose failures are errors.

import type { Chip } from '../chips/chip.js';
import { CHIPS } from '../chips/chips.js';
import { readBrigFile } from '../hsail/brig/reader.js';
import { type BrigSummary, summarize } from '../hsail/summary.js';
import { AtollError } from '../util/errors.js';
import { FrontEnd, type FrontEndOptions } from './front-end.js';

export { withHostDirectives } from '../hsail/text/host-directives.js';

/** A module as it arrives: messages have its name. */
export interface BrigBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface FinalizedProgram {
  readonly codeObject: Uint8Array;
  /** It comes from the cache. */
  readonly cached: boolean;
  /** LLVM IR, on request. */
  readonly ir: string | undefined;
}

export interface FinalizeSettings extends Pick<FrontEndOptions, 'clang' | 'apart' | 'jobs' | 'debugVariables'> {
  /** Folder of kept code objects; without it none are kept. */
  readonly cacheDir?: string | undefined;
  /** The result has LLVM IR; it does not come from the cache. */
  readonly keepIr?: boolean | undefined;
}

/** @throws AtollError for a damaged module, with section and offset */
export const inspectBrig = ({ bytes, name }: BrigBytes): BrigSummary => summarize(readBrigFile(bytes, name));

/** The finalizer of programs: a front end, with its cache and its queue. */
export class BrigFinalization {
  private readonly frontEnd: FrontEnd;
  private readonly keepIr: boolean;

  constructor({ cacheDir, keepIr = false, ...settings }: FinalizeSettings) {
    this.keepIr = keepIr;
    this.frontEnd = new FrontEnd({
      ...settings,
      cache: cacheDir !== undefined,
      ...(cacheDir !== undefined && { cacheDir }),
    });
  }

  /**
   * @throws AtollError BAD_INPUT for a damaged module, UNSUPPORTED naming module and place, TOOLCHAIN without a
   *   compiler, or with its messages
   */
  async finalize(modules: readonly BrigBytes[], chip: Chip, signal?: AbortSignal): Promise<FinalizedProgram> {
    const result = await this.frontEnd.build(
      {
        kind: 'build',
        output: 'hsa',
        inputs: modules.map(({ bytes }) => bytes),
        inputNames: modules.map(({ name }) => name),
        options: '',
        device: chip.id,
        keepIr: this.keepIr,
      },
      signal,
    );
    const { status, binary, log, cached, cause, ir } = result;
    if (status === 'success' && binary) return { codeObject: binary, cached, ir };
    if (cause) throw cause;
    if (status === 'cancelled')
      throw new AtollError('HOST', 'the program has ended during its finalization', 'Start it again.');
    // Damaged modules come before a missing compiler.
    if (status === 'compiler-not-available') for (const module of modules) inspectBrig(module);
    throw new AtollError('TOOLCHAIN', log.trim(), 'Report the program if the compiler is installed: atoll doctor');
  }

  /** @param target the chip, by LLVM's name @returns a code object @throws AtollError as `finalize` */
  async finalizeFor(modules: readonly BrigBytes[], target: string, signal: AbortSignal): Promise<Uint8Array> {
    const chip = CHIPS.find((each) => each.target === target);
    if (!chip) throw new AtollError('UNSUPPORTED', `BRIG is not finalized for ${target}`, 'Use the ISA of an agent.');
    return (await this.finalize(modules, chip, signal)).codeObject;
  }
}

/** @throws AtollError as `BrigFinalization.finalize` */
export const finalizeBrig = (
  modules: readonly BrigBytes[],
  chip: Chip,
  settings: FinalizeSettings = {},
): Promise<FinalizedProgram> => new BrigFinalization(settings).finalize(modules, chip);
