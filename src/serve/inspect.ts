// One wavefront that stands still, with all that the debugger can say of it: nothing is read here that the debugger
// does not read.

import { argumentElements, argumentSummary, argumentValue } from '../debug/arguments.js';
import { Breakpoints } from '../debug/breakpoints.js';
import { commandNamed } from '../debug/commands.js';
import { Listing } from '../debug/inspect.js';
import { floatText, hex32, hexMask, wordText } from '../debug/numbers.js';
import type { Prompt } from '../debug/prompt.js';
import { refuse } from '../debug/refuse.js';
import { codesOf, isaOf } from '../debug/registers.js';
import { variableText } from '../debug/variables/commands.js';
import { visibleVariables } from '../debug/variables/lookup.js';
import { Watchpoints } from '../debug/watchpoints.js';
import { WORD } from '../emulator/state.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import { SGPR_COUNT } from '../isa/instruction.js';
import type { LaunchContext } from '../launch/launch-context.js';
import { LaunchContexts } from '../launch/launch-context.js';
import { lanesWithItems } from '../launch/work-item.js';
import { positionText } from '../source/locator.js';
import { AtollError } from '../util/errors.js';
import type { Inspection, LaneType, NamedValue } from './protocol.js';
import { statusText } from './wavefront-view.js';

/** Lines of the source, and instructions, around where a wavefront is. */
const SOURCE_LINES = 10;
const INSTRUCTIONS = 14;

const SHOW: Readonly<Record<LaneType, (bits: number) => string>> = {
  hex: hex32,
  int: (bits) => String(bits | 0),
  uint: (bits) => String(bits >>> 0),
  f32: floatText,
};

/** Prompt for the debugger's functions. @param writeLine takes what commands print */
function promptAt(
  wavefront: Wavefront,
  launchContext: LaunchContext,
  writeLine: (text: string) => void = () => {},
): Prompt {
  const launchContexts = new LaunchContexts();
  launchContexts.note(wavefront.workGroup.launch, launchContext);
  return {
    breakpoints: new Breakpoints(launchContexts),
    watchpoints: new Watchpoints(),
    launchContext,
    launchContextOf: () => launchContext,
    canGoBack: false,
    listing: new Listing(),
    stopped: wavefront,
    selected: wavefront,
    lane: undefined,
    displays: [],
    faulted: wavefront.status === 'faulted',
    writeLine,
  };
}

const offsetOf = ({ pc, workGroup }: Wavefront): number => pc - workGroup.launch.codeAddress;

function sourceAt({ selected, launchContext: { where } }: Prompt): Inspection['source'] {
  const frame = where.at(offsetOf(selected))?.[0];
  if (!frame || where.text(frame) === undefined) return null;
  const { file, line } = frame;
  const first = Math.max(1, line - SOURCE_LINES);
  const lines: string[] = [];
  for (let number = first; number <= line + SOURCE_LINES; number++) {
    const text = where.text({ file, line: number });
    if (text === undefined) break;
    lines.push(text);
  }
  return { file, first, here: line, lines };
}

function codeAt({ selected, listing }: Prompt): Inspection['code'] {
  const lines = listing.of(selected);
  const offset = offsetOf(selected);
  const index = lines.findIndex((line) => line.offset === offset);
  return lines
    .slice(Math.max(0, index - INSTRUCTIONS), Math.max(0, index) + INSTRUCTIONS + 1)
    .map((line) => ({ offset: line.offset, text: line.text, here: line.offset === offset }));
}

/** Text of a function that may fail, or its error message. */
function attempt(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof AtollError) return error.message;
    throw error;
  }
}

function argumentsOf(prompt: Prompt): Inspection['arguments'] {
  return prompt.launchContext.arguments.map((argument, index) => ({
    name: argument.name || `argument ${index}`,
    type: argument.typeName,
    value: attempt(() => argumentSummary(prompt, argument, index).value),
    elements:
      argument.name !== '' && argumentElements(prompt, argument) > 0
        ? attempt(() => argumentValue(prompt, argument.name).join('\n'))
        : '',
  }));
}

function variablesOf(prompt: Prompt): readonly NamedValue[] {
  if (!prompt.launchContext.where.info.types) return [];
  return visibleVariables(prompt).map(({ variable: { name } }) => [name, attempt(() => variableText(prompt, name))]);
}

/** @param type how vector registers are shown */
export function inspect(wavefront: Wavefront, launchContext: LaunchContext, type: LaneType): Inspection {
  const prompt = promptAt(wavefront, launchContext);
  const { u, pc, index, workGroup, executed, layout } = wavefront;
  const { launch, id } = workGroup;
  const place = launchContext.where.at(offsetOf(wavefront)) ?? [];
  const codes = codesOf(wavefront);
  const scalars = Math.min(launch.sgprs, SGPR_COUNT);
  return {
    title: `${launch.kernel}, work-group (${id.join(', ')}), wavefront ${index}: ${statusText(wavefront)}, ${executed.toLocaleString('en')} instructions so far`,
    frames: place.map((frame) => `${frame.name || launch.kernel} at ${positionText(frame)}`),
    source: sourceAt(prompt),
    code: codeAt(prompt),
    exec: hexMask(wavefront.exec, layout.lanes),
    width: layout.lanes,
    lanes: lanesWithItems(launch, { group: id, index, lanes: layout.lanes }),
    special: [
      ['pc', `${hex32(pc)} (+0x${offsetOf(wavefront).toString(16)})`],
      ['EXEC', hexMask(wavefront.exec, layout.lanes)],
      ['VCC', hexMask(wavefront.maskAt(layout.vcc), layout.lanes)],
      ['SCC', String(u[WORD.scc])],
      ['M0', hex32(stateWord(u, layout.m0))],
      ['MODE', hex32(stateWord(u, WORD.mode))],
      ['TRAPSTS', hex32(stateWord(u, WORD.trapStatus))],
    ],
    scalars: Array.from({ length: scalars }, (_, k) => [
      codes.scalarName(k, 1),
      wordText(stateWord(u, WORD.scalars + k)),
    ]),
    vectors: Array.from({ length: launch.vgprs }, (_, k) => Array.from(wavefront.row(k), SHOW[type])),
    variables: variablesOf(prompt),
    arguments: argumentsOf(prompt),
  };
}

/** @returns what the debugger's `print` says @throws AtollError BAD_INPUT */
export function printText(wavefront: Wavefront, launchContext: LaunchContext, text: string): string {
  // The debugger writes images to files; the live view writes nothing.
  if (/^\s*image\b|>/.test(text)) refuse('images are shown by atoll debug');
  const output: string[] = [];
  const prompt = promptAt(wavefront, launchContext, (line) => output.push(line));
  commandNamed('print', isaOf(wavefront)).run(prompt, text.trim().split(/\s+/));
  return output.join('\n');
}
