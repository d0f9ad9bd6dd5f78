// The scope of variables of the source: those of one function, and what structures, arrays and vectors consist of.

import type { DebugProtocol } from '@vscode/debugprotocol';
import { refuse } from '../refuse.js';
import { changeVariable } from '../variables/change.js';
import { variableText } from '../variables/commands.js';
import {
  laneOf,
  rootOf,
  type TypedValue,
  typesOf,
  variableNamed,
  variableValue,
  visibleVariables,
} from '../variables/lookup.js';
import { type Component, componentsOf, part, sizeOf, UNKNOWN, valueText } from '../variables/text.js';
import type { Frame, HandleTable, Holder } from './handle-table.js';

/**
 * Names are found from the innermost function outward: a hidden variable would be mistaken for the one that hides it.
 */
function change(desk: HandleTable, { wavefront, level }: Frame, path: string, value: string): string {
  const prompt = desk.at(wavefront);
  const name = rootOf(path) ?? refuse(`${path} is not a variable`);
  if (variableNamed(prompt, name)?.level !== level) refuse(`${name} is hidden by a variable of an inner function`);
  changeVariable(prompt, path, value, [laneOf(prompt)]);
  return variableText(prompt, path);
}

/** A value that has parts is a holder of them. */
function valueLeaf(
  desk: HandleTable,
  frame: Frame,
  name: string,
  path: string,
  typed: TypedValue,
): DebugProtocol.Variable {
  const types = typesOf(desk.at(frame.wavefront));
  const type = types[typed.type];
  const components = type ? componentsOf(types, type) : [];
  const value = valueText(types, type, typed.value);
  if (components.length === 0) return { name, value, variablesReference: 0, evaluateName: path };
  const of = ({ type: inner, offset }: Component): TypedValue => ({
    type: inner,
    value: part(typed.value, offset, sizeOf(types[inner])),
  });
  const isStruct = type?.kind === 'struct';
  const pathOf = (component: string): string => (isStruct ? `${path}.${component}` : `${path}${component}`);
  const holder: Holder = {
    total: components.length,
    list: (start, count) =>
      components
        .slice(start, start + count)
        .map((component) => valueLeaf(desk, frame, component.name, pathOf(component.name), of(component))),
    set: (component, text) => change(desk, frame, pathOf(component), text),
  };
  const total = isStruct ? { namedVariables: components.length } : { indexedVariables: components.length };
  return { name, value, variablesReference: desk.reference(holder), evaluateName: path, ...total };
}

/** Parameters and variables of a frame's function; undefined where the kernel was built without them. */
export function localsOf(desk: HandleTable, frame: Frame): Holder | undefined {
  const prompt = desk.at(frame.wavefront);
  if (!prompt.launchContext.where.info.types) return undefined;
  const own = visibleVariables(prompt).filter(({ level }) => level === frame.level);
  return {
    total: own.length,
    list: (start, count) =>
      own.slice(start, start + count).map((visible) => {
        const wavefront = desk.at(frame.wavefront);
        const value = variableValue(wavefront, visible, laneOf(wavefront));
        const { name } = visible.variable;
        return value === 'unknown'
          ? { name, value: UNKNOWN, variablesReference: 0 }
          : valueLeaf(desk, frame, name, name, value);
      }),
    set: (name, value) => change(desk, frame, name, value),
  };
}
