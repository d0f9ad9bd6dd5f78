// The instruction sets by name: images and launches say by name what their code is, also from one thread to another.

import { AtollError } from '../util/errors.js';
import type { Isa } from './isa.js';
import { southernIslands } from './southern-islands/index.js';

const ISAS = new Map<string, Isa>([[southernIslands.name, southernIslands]]);

/** The instruction set of the code that is executed unless something says another one. */
export const DEFAULT_ISA = southernIslands;

/** Undefined when none of that name is here: for names that come from outside. */
export const isaIfKnown = (name: string): Isa | undefined => ISAS.get(name);

/** @throws AtollError INTERNAL when there is none of that name */
export function isaNamed(name: string): Isa {
  const isa = isaIfKnown(name);
  if (!isa) throw new AtollError('INTERNAL', `there is no instruction set '${name}'`);
  return isa;
}

/** The instruction set of a chip, by LLVM's name for it; undefined when there is none here that executes its code. */
export const isaOfProcessor = (processor: string): Isa | undefined =>
  [...ISAS.values()].find(({ processors }) => processors.includes(processor));

/** Adds an instruction set to those of this thread. */
export function addIsa(isa: Isa): void {
  const other = ISAS.get(isa.name);
  if (other && other !== isa) throw new AtollError('INTERNAL', `there are two instruction sets '${isa.name}'`);
  ISAS.set(isa.name, isa);
}
