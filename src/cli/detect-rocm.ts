// Whether a command line asks for a chip that ROCm knows, before options are read: a guess, which only says which
// bundle is tried first.

import { chipNamed } from '../chips/chips.js';

/**
 * @param texts values of --device and --devices, or words that hold them: `vega10`, `--device=vega10`, `tahiti,fiji`
 */
export function asksRocm(texts: readonly string[]): boolean {
  return texts.flatMap((text) => text.split(/[=,]/)).some((name) => chipNamed(name)?.kfd !== undefined);
}
