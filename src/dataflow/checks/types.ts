// Types of values that a graph passes on.

import { portName } from '../extent.js';
import type { GraphNode, Port } from '../graph.js';

/** Types that a value of a promoted type may have had before the promotion of variable arguments. */
const PROMOTED: Readonly<Record<string, readonly string[]>> = {
  double: ['float'],
  i32: ['i1', 'i8', 'i16'],
};

/** True if an output's value can be the input's: outputs have promoted types where they are variable arguments. */
export const isCompatible = (output: string, input: string): boolean =>
  output === input || (PROMOTED[output]?.includes(input) ?? false);

export const inputText = ({ name, inputs }: GraphNode, index: number): string =>
  `input ${index} (${portName(inputs[index]?.name, index)}) of ${name}`;

export const outputText = ({ name }: GraphNode, index: number): string => `output ${index} of ${name}`;

export const isPointer = ({ type }: Port): boolean => type.startsWith('ptr');
