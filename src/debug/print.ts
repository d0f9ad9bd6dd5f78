// `print`: registers, arguments and their elements, variables of the source, images; `print/x` and `print &a` as gdb
// has them.

import { AtollError } from '../util/errors.js';
import { argumentAddress, argumentValue, isArgument } from './arguments.js';
import { printAll } from './command.js';
import { itemNumber } from './condition.js';
import { printImage } from './image/command.js';
import type { ValueType } from './inspect.js';
import { hex32 } from './numbers.js';
import { type PrintFormat, withFormat } from './print-format.js';
import type { Prompt } from './prompt.js';
import { refuse } from './refuse.js';
import { findRegister, isaOf } from './registers.js';
import { isValueType, showRegisters } from './show-registers.js';
import { addressLines, isVariable, NO_VARIABLES, variableLines } from './variables/commands.js';
import { laneOf } from './variables/lookup.js';

/** Formats of registers of 32 bits. */
/** A register of HSAIL; with gdb's `$` the name of one of the chip would look the same. */
const HSAIL_REGISTER = /^\$[csdq]\d+$/;

const REGISTER_TYPES: Readonly<Partial<Record<PrintFormat, ValueType>>> = { x: 'hex', d: 'int', u: 'uint', f: 'f32' };

export function print(prompt: Prompt, args: readonly string[]): undefined {
  const { rest: text, format } = withFormat(args.join(' '));
  if (text === '') return refuse('print needs a register, an argument or a variable');
  if (args[0] === 'image' && args.length > 1) return printImage(prompt, args.slice(1).join(' '));
  if (text.startsWith('&')) return address(prompt, text.slice(1).trim());
  if (isVariable(prompt, text)) return printAll(prompt, variableLines(prompt, text, format));
  if (isArgument(prompt, text)) return printAll(prompt, argumentValue(prompt, text, format));
  const lane = laneOf(prompt);
  const item = itemNumber(text, prompt.selected, lane, prompt.launchContext);
  if (item !== undefined) return printAll(prompt, [`${text} = ${item}`]);
  return registers(prompt, text, format);
}

function registers(prompt: Prompt, text: string, format: PrintFormat | undefined): undefined {
  if (HSAIL_REGISTER.test(text) && prompt.launchContext.where.files.some((file) => file.endsWith('.hsail')))
    throw new AtollError(
      'BAD_INPUT',
      `${text} is not known here: it has no place in the machine code, or the code was finalized without variables`,
      'Start with --debug-variables, or with --hsail=il; registers of the chip are named without $, as s0.',
    );
  // gdb's names of registers.
  const names = text.split(' ').map((name) => name.replace(/^\$/, ''));
  const [first] = names;
  if (first === 's' || first === 'v') refuse(`'${first}' is not a register`);
  if (first === 'pc') {
    prompt.writeLine(`pc = ${hex32(prompt.selected.pc)}`);
    return undefined;
  }
  for (const name of names)
    if (isUnknown(prompt, name))
      throw new AtollError('BAD_INPUT', `'${name}' is not a register, argument or variable here`, whyNot(prompt));
  const type =
    format && (REGISTER_TYPES[format] ?? refuse(`formats of registers are /x, /d, /u and /f, not /${format}`));
  return showRegisters(prompt, type ? [...names, type] : names);
}

/** A word as those of a program, which no register has. */
const isUnknown = ({ selected }: Prompt, name: string): boolean =>
  /^(?![sv]\[)[A-Za-z_]\w*(?:\[.*\])?$/.test(name) &&
  !isValueType(name) &&
  typeof findRegister(isaOf(selected), name) === 'string';

/** Why a name of the source may not be known. */
const whyNot = ({ launchContext }: Prompt): string | undefined =>
  launchContext.where.info.types ? undefined : NO_VARIABLES;

function address(prompt: Prompt, text: string): undefined {
  if (isVariable(prompt, text)) return printAll(prompt, addressLines(prompt, text));
  if (isArgument(prompt, text)) return printAll(prompt, [argumentAddress(prompt, text)]);
  return refuse(`'${text}' is not a variable here: registers have no addresses`);
}
