// Scopes of a frame: arguments by name, registers, special registers, LDS.

import type { DebugProtocol } from '@vscode/debugprotocol';
import { allocatedLds } from '../../emulator/launch.js';
import { WORD } from '../../emulator/state.js';
import { stateWord, type Wavefront } from '../../emulator/wavefront.js';
import { SGPR_COUNT } from '../../isa/instruction.js';
import type { KernelArgument } from '../../launch/argument.js';
import { required } from '../../util/required.js';
import { argumentElements, argumentSummary, argumentValue, setElement } from '../arguments.js';
import { maskLine, readLds, registerText } from '../inspect.js';
import { hex32, wordText } from '../numbers.js';
import { refuse } from '../refuse.js';
import { assign, isaOf, registerNamed, valueWords } from '../registers.js';
import type { HandleTable, Holder } from './handle-table.js';
import { localsOf } from './locals.js';

/** Children from a list of makers. */
const fewer = <T>(all: readonly T[], start: number, count: number): readonly T[] => all.slice(start, start + count);

const leaf = (name: string, value: string, more: Partial<DebugProtocol.Variable> = {}): DebugProtocol.Variable => ({
  name,
  value,
  variablesReference: 0,
  ...more,
});

/** Text behind `=`. */
const behindEquals = (text: string): string => text.slice(text.indexOf('=') + 1).trim();

const shown = (wavefront: Wavefront, name: string): string =>
  behindEquals(registerText(wavefront, registerNamed(isaOf(wavefront), name), 'word').join(' '));

function setRegister(wavefront: Wavefront, name: string, value: string): string {
  assign(wavefront, registerNamed(isaOf(wavefront), name), value);
  return shown(wavefront, name);
}

function lanes(wavefront: Wavefront, register: string): Holder {
  const named = (name: string): string => `${register}[${/\d+/.exec(name)?.[0] ?? refuse(`${name} is not a lane`)}]`;
  return {
    total: wavefront.layout.lanes,
    list: (start, count) =>
      fewer(
        Array.from({ length: wavefront.layout.lanes }, (_, lane) => lane),
        start,
        count,
      ).map((lane) =>
        leaf(`[${lane}]`, shown(wavefront, `${register}[${lane}]`), {
          evaluateName: `${register}[${lane}]`,
          ...((wavefront.exec >> BigInt(lane)) & 1n ? {} : { presentationHint: { attributes: ['inactive lane'] } }),
        }),
      ),
    set: (name, value) => setRegister(wavefront, named(name), value),
  };
}

function vectorRegisters(desk: HandleTable, wavefront: Wavefront): Holder {
  const names = Array.from({ length: wavefront.workGroup.launch.vgprs }, (_, k) => `v${k}`);
  return {
    total: names.length,
    list: (start, count) =>
      fewer(names, start, count).map((name) =>
        leaf(name, shown(wavefront, name), {
          evaluateName: name,
          indexedVariables: wavefront.layout.lanes,
          variablesReference: desk.reference(lanes(wavefront, name)),
        }),
      ),
    set: (name, value) => setRegister(wavefront, name, value),
  };
}

function scalarRegisters(wavefront: Wavefront): Holder {
  const names = Array.from({ length: Math.min(wavefront.workGroup.launch.sgprs, SGPR_COUNT) }, (_, k) => `s${k}`);
  return {
    total: names.length,
    list: (start, count) =>
      fewer(names, start, count).map((name) => leaf(name, shown(wavefront, name), { evaluateName: name })),
    set: (name, value) => setRegister(wavefront, name, value),
  };
}

const mask = (wavefront: Wavefront, name: 'EXEC' | 'VCC'): string => maskLine(wavefront, name).slice(5);

/** Registers with a meaning, by the names that `print` knows. */
const SPECIAL: Readonly<Record<string, (wavefront: Wavefront) => string>> = {
  exec: (wavefront) => mask(wavefront, 'EXEC'),
  vcc: (wavefront) => mask(wavefront, 'VCC'),
  scc: ({ u }) => String(u[WORD.scc]),
  m0: ({ u, layout }) => wordText(stateWord(u, layout.m0)),
  mode: ({ u }) => hex32(stateWord(u, WORD.mode)),
  trapsts: ({ u }) => hex32(stateWord(u, WORD.trapStatus)),
  pc: ({ pc }) => hex32(pc),
};

function specialRegisters(wavefront: Wavefront): Holder {
  const names = Object.keys(SPECIAL);
  return {
    total: names.length,
    list: (start, count) =>
      fewer(names, start, count).map((name) =>
        leaf(name, required(SPECIAL[name], 'special register')(wavefront), { evaluateName: name }),
      ),
    set(name, value) {
      if (name === 'pc') return refuse('the pc is changed at the console: set pc = place');
      assign(wavefront, registerNamed(isaOf(wavefront), name), value);
      return required(SPECIAL[name], 'special register')(wavefront);
    },
  };
}

/** The words of the work-group's LDS. */
function localMemory({ workGroup }: Wavefront, wavefront: Wavefront): Holder {
  const total = Math.floor(allocatedLds(workGroup.launch) / 4);
  const view = (word: number): string => {
    const bytes = readLds(wavefront, 4 * word, 4);
    return wordText(new DataView(bytes.buffer).getUint32(0, true));
  };
  const wordNamed = (name: string): number => Number(/\d+/.exec(name)?.[0]) / 4;
  return {
    total,
    list: (start, count) =>
      Array.from({ length: Math.max(0, Math.min(count, total - start)) }, (_, k) =>
        leaf(`[${4 * (start + k)}]`, view(start + k)),
      ),
    set(name, value) {
      const word = wordNamed(name);
      if (!(word < total)) return refuse(`${name} is not in the LDS of the work-group`);
      const [bits = 0] = valueWords(value, 1);
      new DataView(workGroup.lds.buffer, workGroup.lds.byteOffset).setUint32(4 * word, bits, true);
      return view(word);
    },
    watch: (name) => `lds ${4 * wordNamed(name)}`,
  };
}

/** The elements that an argument points to. */
function elements(desk: HandleTable, wavefront: Wavefront, { name }: KernelArgument, total: number): Holder {
  const at = (index: string): string => `${name}${index}`;
  const value = (text: string): string => behindEquals(argumentValue(desk.at(wavefront), text).join(' '));
  return {
    total,
    list: (start, count) =>
      Array.from({ length: Math.max(0, Math.min(count, total - start)) }, (_, k) =>
        leaf(`[${start + k}]`, value(`${name}[${start + k}]`), { evaluateName: `${name}[${start + k}]` }),
      ),
    set(index, text) {
      setElement(desk.at(wavefront), at(index), text);
      return value(at(index));
    },
    watch: at,
  };
}

function argumentsOf(desk: HandleTable, wavefront: Wavefront): Holder {
  const all = desk.prompt.launchContextOf(wavefront).arguments;
  return {
    total: all.length,
    list: (start, count) =>
      fewer(all, start, count).map((argument) => {
        const prompt = desk.at(wavefront);
        const { value, address } = argumentSummary(prompt, argument, all.indexOf(argument));
        const total = argumentElements(prompt, argument);
        return leaf(argument.name || `argument ${all.indexOf(argument)}`, value, {
          type: argument.typeName,
          evaluateName: argument.name,
          ...(address === undefined ? {} : { memoryReference: hex32(address) }),
          ...(total > 0
            ? {
                indexedVariables: total,
                variablesReference: desk.reference(elements(desk, wavefront, argument, total)),
              }
            : {}),
        });
      }),
    watch: (name) => name,
  };
}

/** @returns the scopes of a frame: registers are the wavefront's, in whichever of its functions */
export function scopes(
  desk: HandleTable,
  { frameId }: DebugProtocol.ScopesArguments,
): { scopes: DebugProtocol.Scope[] } {
  const frame = desk.frame(frameId);
  const { wavefront } = frame;
  const locals = localsOf(desk, frame);
  const scope = (name: string, holder: Holder, more: Partial<DebugProtocol.Scope> = {}): DebugProtocol.Scope => ({
    name,
    variablesReference: desk.reference(holder),
    namedVariables: holder.total,
    expensive: false,
    ...more,
  });
  const registers = { presentationHint: 'registers' };
  return {
    scopes: [
      scope('Arguments', argumentsOf(desk, wavefront), { presentationHint: 'arguments' }),
      ...(locals ? [scope('Locals', locals, { presentationHint: 'locals' })] : []),
      scope('Special registers', specialRegisters(wavefront), registers),
      scope('Scalar registers', scalarRegisters(wavefront), registers),
      scope('Vector registers', vectorRegisters(desk, wavefront), registers),
      ...(allocatedLds(wavefront.workGroup.launch) > 0
        ? [scope('LDS', localMemory(wavefront, wavefront), { expensive: true })]
        : []),
    ],
  };
}

/** Default number of children in a reply. */
const MAX_CHILDREN = 1024;

export function variables(
  desk: HandleTable,
  { variablesReference, start = 0, count }: DebugProtocol.VariablesArguments,
): { variables: DebugProtocol.Variable[] } {
  const most = count === undefined || count === 0 ? MAX_CHILDREN : count;
  return { variables: desk.holder(variablesReference).list(start, most) };
}

export function setVariable(
  desk: HandleTable,
  { variablesReference, name, value }: DebugProtocol.SetVariableArguments,
): DebugProtocol.SetVariableResponse['body'] {
  const { set } = desk.holder(variablesReference);
  return set ? { value: set(name, value) } : refuse(`${name} cannot be changed: change its elements`);
}
