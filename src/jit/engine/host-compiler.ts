// Check of V8's optimising compiler for a defect that affects kernels.
//
// V8 11.3 (Node 20) makes wrong code on x86-64, where it leaves out the zero-extension of a 32-bit value to 64 bits. It
// checks for each phi whether its upper half is zero, assumes so while it checks the phi's inputs (there may be a
// cycle), and keeps what it concluded for others from that assumption after it has turned out wrong. A negative
// constant that is then moved straight to the stack slot of such a phi is written there with its sign in all upper 32
// bits, which 64-bit instructions read. Kernels meet it as constants of doubles, whose two halves are put together:
// complex exp gave NaN from the second launch on.

import { AtollError } from '../../util/errors.js';

/** Versions of V8 for which the test below need not be made at start. A test makes it for the one that Atoll brings. */
const KNOWN_GOOD: readonly string[] = ['13.6.233.17-node.53'];

/**
 * A module found by random trials and made small: a loop around a jump table, between whose blocks negative constants
 * flow in variables that are put together to 64-bit words. `f` stores in memory `m`.
 */
const MISCOMPILED =
  'AGFzbQEAAAABBAFgAAADAgEABQMBAAEHCQIBbQIAAWYAAAqUAgGRAgEQfwNAAkACQAJAAkACQAJAAkACQCAADggAAQIDBAUGBwALQb+dUiED' +
  'QcLHYSEOQceuYSEKQQAgB60gB61CIIaENwOYEAtBx5NlIQlBhrBmIQVBACANrSACrUIghoQ3A7gQQQAgA60gDK1CIIaENwPAEEEAIAitIASt' +
  'QiCGhDcDyBBBkbt3IQ9BLSEICwtBACAKrTcD+BBBztJ2IQxB/cx0IQILC0GM2EshBwtBACAHrTcDsBFBACAGrSAPrUIghoQ3A7gRQQAgDq0g' +
  'Ba1CIIaENwPAESABQQFqIQEgAUECSQ0BC0EAIAmtIAutQiCGhDcDyBEgAUECbEEDakEIcCEAIAFBAWohASABQQJJDQALCw==';
/** Address of a word made of the same half twice, and its value: the defect loses the upper half. */
const [PLACE, EXPECTED] = [2072, 0xfff2_ec0c_fff2_ec0cn] as const;

/** The module of the test, for other ways to compile it. */
export const trialModule = (): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(MISCOMPILED, 'base64'));

/** Runs the function of the test. */
export function trialPasses(module: WebAssembly.Module): boolean {
  const { m, f } = new WebAssembly.Instance(module).exports as { m: WebAssembly.Memory; f: () => void };
  f();
  return new DataView(m.buffer).getBigUint64(PLACE, true) === EXPECTED;
}

/** Compiles the test with the optimising compiler and runs it: some milliseconds. */
export function compilerPasses(): boolean {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // Functions are compiled when they are called: with the flags of then.
  setFlagsFromString('--no-liftoff');
  try {
    return trialPasses(new WebAssembly.Module(trialModule()));
  } finally {
    setFlagsFromString('--liftoff');
  }
}

/**
 * Before kernels are compiled by this V8; costs nothing with the Node that Atoll brings.
 * @throws AtollError HOST when its compiler makes wrong code
 */
export function requireSoundCompiler(v8: string = process.versions.v8): void {
  if (KNOWN_GOOD.includes(v8) || compilerPasses()) return;
  throw new AtollError(
    'HOST',
    `the optimising compiler of Node ${process.versions.node} (V8 ${v8}, ${process.execPath}) generates wrong code for kernels`,
    'start Atoll with bin/atoll, which has a tested Node, or use --engine interp',
  );
}
