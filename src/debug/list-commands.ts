// Lists the surroundings of the pc: lines of the program, and code.

import { isFile, positionText } from '../source/locator.js';
import { required } from '../util/required.js';
import { type DebugCommand, printAll } from './command.js';
import { addressesOf, isCalled, parseCodePlace, parseKernelPlace } from './locations.js';
import { countOf, type Prompt } from './prompt.js';
import { refuse } from './refuse.js';

const PRESET = 10;

const lineHere = ({ selected, launchContext }: Prompt) =>
  launchContext.where.at(selected.pc - selected.workGroup.launch.codeAddress)?.[0];

/** Lines of the program around one of them; `=>` marks where the selected wavefront is. */
function lines(prompt: Prompt, file: string, middle: number, count: number): string[] {
  const current = lineHere(prompt);
  const first = Math.max(1, middle - Math.floor(count / 2));
  return Array.from({ length: count }, (_, k) => first + k).flatMap((line) => {
    const text = prompt.launchContext.where.text({ file, line });
    const mark = current?.line === line && current.file === file ? '=>' : '  ';
    return text === undefined ? [] : [`${mark} ${String(line).padStart(4)}  ${text}`];
  });
}

function source(prompt: Prompt, [count]: readonly string[]): undefined {
  const place = lineHere(prompt);
  const { where } = prompt.launchContext;
  if (!place)
    return printAll(prompt, [
      where.isKnown ? 'this instruction has no source line' : 'the kernel was built without -g: no lines',
    ]);
  return printAll(prompt, [positionText(place), ...lines(prompt, place.file, place.line, countOf(count, PRESET))]);
}

/** `7`, `+0x10`, `k:+0x10`, `program.cl:7`, an address. @throws AtollError BAD_INPUT where no code belongs to it */
function addressNamed({ selected, launchContext }: Prompt, text: string): number {
  const place = text.includes(':') ? parseKernelPlace(text).place : parseCodePlace(text);
  const [address] = addressesOf(place, selected.workGroup.launch, launchContext.where);
  return address ?? refuse(`there is no code for ${text}`);
}

/** Code around the pc or a place. */
function code(prompt: Prompt, where: string | undefined, count: number): undefined {
  const { selected, listing } = prompt;
  const isHere = where === undefined || /^\$?pc$/.test(where);
  const address = isHere ? selected.pc : addressNamed(prompt, where);
  return printAll(prompt, listing.around(selected, address, Math.floor(count / 2), Math.ceil(count / 2)));
}

/**
 * The file of that name, or of that end of a path; of a kernel's name (`k:12`, as breakpoints are named) and of none:
 * where the wavefront is.
 */
function fileNamed(prompt: Prompt, file: string | undefined): string | undefined {
  const { launchContext, selected } = prompt;
  if (file === undefined || isCalled(selected.workGroup.launch.kernel, file)) return lineHere(prompt)?.file;
  return (
    [...launchContext.where.files, ...launchContext.where.info.sources.keys()].find((each) => isFile(each, file)) ??
    file
  );
}

/**
 * `list`, `list 12`, `list program.cl:12`: the program. What is no line (`+0x10`, a label, an address), and kernels
 * without lines: code.
 */
function list(prompt: Prompt, [where, count]: readonly string[]): undefined {
  const [, file, number] = /^(?:(.*):)?(\d+)$/.exec(where ?? '') ?? [];
  const current = lineHere(prompt);
  const isCode = where !== undefined && number === undefined;
  if (isCode || !prompt.launchContext.where.isKnown || (where === undefined && !current))
    return code(prompt, where, countOf(count, PRESET));
  const named =
    fileNamed(prompt, file) ?? refuse('this instruction has no source line: name the file, as in program.cl:12');
  const shown = lines(
    prompt,
    named,
    number === undefined ? required(current, 'current line').line : Number(number),
    countOf(count, PRESET),
  );
  return shown.length > 0 ? printAll(prompt, shown) : refuse(`line ${number} of ${named} is unknown`);
}

export const LIST_COMMANDS: readonly DebugCommand[] = [
  {
    names: ['list', 'l'],
    most: 2,
    usage: 'list [line|file:line|place] [n]',
    help: 'n lines of the program (10) around the pc or a line; code if built without lines, and around +offset, label, address',
    run: list,
  },
  {
    names: ['source', 'src'],
    most: 1,
    usage: 'source [n]',
    help: 'lines of the program around the current one (10)',
    run: source,
  },
  {
    names: ['disassemble', 'disas'],
    most: 2,
    usage: 'disassemble [place] [n]',
    help: 'code around the pc or a place, n instructions (10)',
    run: (prompt, [where, count]) => code(prompt, where, countOf(count, PRESET)),
  },
];

/** `x/4i address` */
export function showInstructions(prompt: Prompt, address: number, count: string): undefined {
  return printAll(prompt, prompt.listing.around(prompt.selected, address, 0, countOf(count, 1) - 1));
}
