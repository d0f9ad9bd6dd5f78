// The scope of variables of the source: those of one function, and what structures, arrays and vectors consist of.

import type { DebugProtocol } from '@vscode/debugprotocol';
import { laneOf, type Typed, typesOf, variableValue, visibleVariables } from '../variables/lookup.js';
import { type Component, componentsOf, part, sizeOf, UNKNOWN, valueText } from '../variables/text.js';
import type { Desk, Frame, Holder } from './desk.js';

/** A value that has parts is a holder of them. */
function valueLeaf(desk: Desk, { wavefront }: Frame, name: string, path: string, typed: Typed): DebugProtocol.Variable {
  const types = typesOf(desk.at(wavefront));
  const type = types[typed.type];
  const components = type ? componentsOf(types, type) : [];
  const value = valueText(types, type, typed.value);
  if (components.length === 0) return { name, value, variablesReference: 0, evaluateName: path };
  const of = ({ type: inner, offset }: Component): Typed => ({
    type: inner,
    value: part(typed.value, offset, sizeOf(types[inner])),
  });
  const isStruct = type?.kind === 'struct';
  const holder: Holder = {
    total: components.length,
    list: (start, count) =>
      components
        .slice(start, start + count)
        .map((component) =>
          valueLeaf(
            desk,
            { wavefront, level: 0 },
            component.name,
            isStruct ? `${path}.${component.name}` : `${path}${component.name}`,
            of(component),
          ),
        ),
  };
  const total = isStruct ? { namedVariables: components.length } : { indexedVariables: components.length };
  return { name, value, variablesReference: desk.reference(holder), evaluateName: path, ...total };
}

/** Parameters and variables of a frame's function; undefined where the kernel was built without them. */
export function localsOf(desk: Desk, frame: Frame): Holder | undefined {
  const prompt = desk.at(frame.wavefront);
  if (!prompt.story.where.info.types) return undefined;
  const own = visibleVariables(prompt).filter(({ level }) => level === frame.level);
  return {
    total: own.length,
    list: (start, count) =>
      own.slice(start, start + count).map(({ variable }) => {
        const here = desk.at(frame.wavefront);
        const found = variableValue(here, variable, laneOf(here));
        const { name } = variable;
        return found === 'unknown'
          ? { name, value: UNKNOWN, variablesReference: 0 }
          : valueLeaf(desk, frame, name, name, found);
      }),
  };
}
