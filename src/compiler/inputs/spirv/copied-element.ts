// The elements of copies between global and local memory. clang 22 loses the type behind pointers that only such copies
// use, and writes bytes or an array instead; the alignment of the parameter or variable is that of the source.

import type { SpirvInstruction } from '../../../spirv/module.js';
import type { SpirvScope } from './function-scope.js';
import { typeCode } from './mangling.js';
import { countOf, elementOf, type TypeShape } from './type-shapes.js';

/** Instructions whose result points into what their first operand points to. */
const STEPS: readonly string[] = ['Bitcast', 'PtrAccessChain', 'InBoundsPtrAccessChain', 'CopyObject'];
const MAX_STEPS = 64;
const BYTE = 'c';
const SAME = 'Give both pointers the type of the elements, without casts.';

interface CopySide {
  /** Of a builtin's parameter; undefined for types that builtins do not have. */
  readonly code: string | undefined;
  readonly bytes: number;
  /** Of the parameter or variable, if the module has it. */
  readonly alignment: number | undefined;
  readonly isParameter: boolean;
}

const innermost = (type: TypeShape): TypeShape => (type.kind === 'array' ? innermost(type.element) : type);

function bytesOf(type: TypeShape): number {
  const element = elementOf(type);
  const width = element.kind === 'int' || element.kind === 'float' ? element.width / 8 : 0;
  return width * (countOf(type) === 3 ? 4 : countOf(type));
}

/** The parameter or variable from which an address is computed; undefined for others. */
function rootOf(scope: SpirvScope, id: number): SpirvInstruction | undefined {
  const { definitions } = scope.module.checked;
  let instruction = definitions.get(id)?.instruction;
  for (let step = 0; instruction && STEPS.includes(instruction.name); step++) {
    if (step === MAX_STEPS) return undefined;
    instruction = definitions.get(instruction.operands[0]?.value ?? 0)?.instruction;
  }
  return instruction?.name === 'FunctionParameter' || instruction?.name === 'Variable' ? instruction : undefined;
}

function sideOf(scope: SpirvScope, instruction: SpirvInstruction, index: number): CopySide {
  const type = innermost(scope.pointee(scope.pointer(instruction, index).type, instruction));
  const root = rootOf(scope, scope.id(instruction, index));
  const alignment = root && scope.module.decorations.find(root.result, 'Alignment')?.operands[0]?.value;
  return {
    code: typeCode(type, true),
    bytes: bytesOf(type),
    alignment,
    isParameter: root?.name === 'FunctionParameter',
  };
}

/** True if bytes stand for elements of another size: OpenCL C aligns parameters as their elements. */
const isLost = ({ code, alignment = 1, isParameter }: CopySide): boolean =>
  code === BYTE && isParameter && alignment > 1;

/** The element's code. @throws AtollError UNSUPPORTED if the module does not say how long the elements are */
export function copiedElement(scope: SpirvScope, instruction: SpirvInstruction): string {
  const sides = [1, 2].map((index) => sideOf(scope, instruction, index));
  const typed = sides.filter(({ code }) => code !== undefined && code !== BYTE);
  const bytes = sides.filter(({ code }) => code === BYTE);
  const [first, second] = typed;
  const ambiguous = (): Error => scope.refuse(instruction, 'a copy whose pointers leave its type open', SAME);
  if (first?.code === undefined) {
    if (bytes.length === 0) throw scope.fail(instruction, 'the pointers are to no type of OpenCL C');
    if (bytes.some(isLost)) throw ambiguous();
    return BYTE;
  }
  if (second && second.bytes !== first.bytes) throw ambiguous();
  const [other] = bytes;
  if (other === undefined) return first.code;
  if (other.alignment === 1) return BYTE;
  if (other.alignment !== first.bytes) throw ambiguous();
  return first.code;
}
