// runtime/generated/finalizer_abi.h, derived from finalizer-schema.ts.

import {
  BrigModuleRange,
  FINALIZER_PATH,
  FINALIZER_REQUESTS,
  type FinalizerRequestName,
  FinalizerStatus,
  finalizerRequest,
} from './finalizer-schema.js';
import { declareGroup, declareRequest, declareStruct } from './generate.js';

export function finalizerHeader(): string {
  const names = Object.keys(FINALIZER_REQUESTS) as FinalizerRequestName[];
  return [
    '// Generated from src/abi/finalizer-schema.ts by `npm run build`. Do not edit.',
    '#pragma once',
    '#include <cstddef>',
    '#include <cstdint>',
    '',
    'namespace hsa::abi {',
    '',
    `inline constexpr char kFinalizerPath[] = "${FINALIZER_PATH}";`,
    '',
    declareGroup(['FinalizerStatus', FinalizerStatus]),
    ...[BrigModuleRange, ...names.map((name) => FINALIZER_REQUESTS[name][1])].map(declareStruct),
    ...names.map((name) => declareRequest(name, finalizerRequest(name))),
    '',
    '}  // namespace hsa::abi',
    '',
  ].join('\n');
}
