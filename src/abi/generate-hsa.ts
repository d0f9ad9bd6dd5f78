// runtime/generated/hsa_abi.h, derived from finalizer-schema.ts and arena-schema.ts.

import { ARENA_PATH, ARENA_REQUEST, GrowArena } from './arena-schema.js';
import {
  BrigModuleRange,
  FINALIZER_PATH,
  FINALIZER_REQUESTS,
  type FinalizerRequestName,
  FinalizerStatus,
  finalizerRequest,
} from './finalizer-schema.js';
import { declareGroup, declareRequest, declareStruct } from './generate.js';

export function hsaHeader(): string {
  const names = Object.keys(FINALIZER_REQUESTS) as FinalizerRequestName[];
  return [
    '// Generated from src/abi/finalizer-schema.ts and arena-schema.ts by `npm run build`. Do not edit.',
    '#pragma once',
    '#include <cstddef>',
    '#include <cstdint>',
    '',
    'namespace hsa::abi {',
    '',
    `inline constexpr char kFinalizerPath[] = "${FINALIZER_PATH}";`,
    `inline constexpr char kArenaPath[] = "${ARENA_PATH}";`,
    '',
    declareGroup(['FinalizerStatus', FinalizerStatus]),
    ...[BrigModuleRange, ...names.map((name) => FINALIZER_REQUESTS[name][1]), GrowArena].map(declareStruct),
    ...names.map((name) => declareRequest(name, finalizerRequest(name))),
    declareRequest('GROW_ARENA', ARENA_REQUEST),
    '',
    '}  // namespace hsa::abi',
    '',
  ].join('\n');
}
