// Number of values that an operation takes from the stack.

import { required } from '../../util/required.js';
import type { Signature } from '../wasm/module-code.js';
import type { Operation } from './operations.js';
import { SCALAR_OPERATIONS } from './scalar-operations.js';
import { SHIFTS, SPLATS, TESTS, VECTOR_OPERATIONS } from './vector-operations.js';

/** Of operations without code inside. @param typeOf type of the function with an index */
export const operandsOf = (operation: Operation, typeOf: (index: number) => Signature): number =>
  nearOperandsOf(operation, typeOf) + ('far' in operation ? 1 : 0);

/** Without the base of an access. */
function nearOperandsOf(operation: Operation, typeOf: (index: number) => Signature): number {
  switch (operation.kind) {
    case 'op': {
      const { name } = operation;
      if (name === 'select') return 3;
      return name === 'drop' ? 1 : name === 'return' ? 0 : SCALAR_OPERATIONS[name].operands;
    }
    case 'simd':
      if (SPLATS[operation.name] || TESTS[operation.name]) return 1;
      return SHIFTS[operation.name] ? 2 : required(VECTOR_OPERATIONS[operation.name], 'vector operation').length - 1;
    case 'lane':
      return operation.name.endsWith('replace_lane') ? 2 : 1;
    case 'memory':
      return operation.name.includes('store') ? 2 : 1;
    case 'atomic':
      return operation.name.endsWith('cmpxchg') ? 3 : 2;
    case 'vectorLoad':
    case 'loadRegister':
    case 'touch':
      return 1;
    case 'shuffle':
    case 'vectorStore':
    case 'storeRegister':
    case 'laneMemory':
      return 2;
    case 'fill':
      return 3;
    case 'call':
      return typeOf(operation.index).params.length;
    default:
      return 0;
  }
}
