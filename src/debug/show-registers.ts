// Registers as the prompt shows them: `registers v 3 int`, `print s[2:3] f64`.

import { printAll } from './command.js';
import { maskLine, registerText, scalarRegisters, VALUE_TYPES, type ValueType, vectorRegisters } from './inspect.js';
import type { Prompt } from './prompt.js';
import { refuse } from './refuse.js';
import { isaOf, registerNamed } from './registers.js';

/** Names of registers in OpenCL C and in gdb. */
const ALSO_CALLED: Readonly<Record<string, ValueType>> = {
  float: 'f32',
  double: 'f64',
};

function typeNamed(text: string | undefined): ValueType | undefined {
  if (text === undefined) return undefined;
  return (
    VALUE_TYPES.find((type) => type === text) ?? (Object.hasOwn(ALSO_CALLED, text) ? ALSO_CALLED[text] : undefined)
  );
}

export const isValueType = (text: string): boolean => typeNamed(text) !== undefined;

/** Takes a type off the end of the arguments. */
export function withType(args: readonly string[]): { readonly rest: readonly string[]; readonly type: ValueType } {
  const type = typeNamed(args.at(-1));
  return type ? { rest: args.slice(0, -1), type } : { rest: args, type: 'word' };
}

export function showRegisters(prompt: Prompt, args: readonly string[]): undefined {
  const { rest, type } = withType(args);
  const [bank = 's', lane] = rest;
  if (bank === 's') return printAll(prompt, scalarRegisters(prompt.selected, type));
  if (bank !== 'v')
    return printAll(
      prompt,
      [bank, ...rest.slice(1)].flatMap((name) => registerLines(prompt, name, type)),
    );
  if (lane !== undefined && !(/^\d+$/.test(lane) && Number(lane) < prompt.selected.layout.lanes))
    refuse(`'${lane}' is not a lane`);
  return printAll(prompt, vectorRegisters(prompt.selected, lane === undefined ? undefined : Number(lane), type));
}

/** @throws AtollError BAD_INPUT for what is no register of the kernel's */
export function registerLines({ selected }: Prompt, name: string, type: ValueType): string[] {
  const place = registerNamed(isaOf(selected), name);
  const { vgprs } = selected.workGroup.launch;
  if (place.bank === 'vgpr' && place.index + place.count > vgprs)
    refuse(`${place.name}: the kernel has ${vgprs} VGPRs`);
  const mask = place.bank === 'scalar' && place.count === 2 && type === 'word' ? place.name.toUpperCase() : '';
  return mask === 'EXEC' || mask === 'VCC' ? [maskLine(selected, mask)] : registerText(selected, place, type);
}
