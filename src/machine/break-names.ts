// Names of kernels in breakpoints, compared with those of each program as it is built: a misspelt one is noticed at
// once.

import { ANY_KERNEL, parseKernelPlace } from '../debug/locations.js';
import { nearest } from '../util/name-suggestions.js';

/** Most names that are suggested or listed. */
const MAX_NAMES = 5;

export class BreakNames {
  /** Kernels that breakpoints name and no program has had so far, with what was said about each. */
  private readonly missing: Map<string, string>;
  private readonly warn: (text: string) => void;

  /** @param places `kernel`, `kernel:place` or `file:line`: what stands before the colon of a file has a full stop */
  constructor(places: readonly string[], warn: (text: string) => void) {
    const names = places
      .map((place) => parseKernelPlace(place).kernel)
      .filter((name) => name !== ANY_KERNEL && !name.includes('.'));
    this.missing = new Map(names.map((name) => [name, '']));
    this.warn = warn;
  }

  /** A program has been built. */
  built(kernels: readonly string[]): void {
    if (kernels.length === 0) return;
    for (const [name, reported] of this.missing) {
      const text = suggestion(name, kernels);
      if (kernels.includes(name)) this.missing.delete(name);
      else if (text !== reported) {
        this.missing.set(name, text);
        this.warn(`--break ${name}: this program has no such kernel; ${text}`);
      }
    }
  }
}

/** The names that are nearest; all of them where none is near. */
function suggestion(name: string, kernels: readonly string[]): string {
  const near = nearest(name, kernels);
  const names = (near.length > 0 ? near : kernels).slice(0, MAX_NAMES);
  const more = near.length === 0 && kernels.length > MAX_NAMES ? ` and ${kernels.length - MAX_NAMES} more` : '';
  return near.length > 0 ? `did you mean ${names.join(' or ')}?` : `it has ${names.join(', ')}${more}`;
}
