// The emulator: executes launches over one guest's GPU memory, independent of OpenCL.
//
// How to use it:
//
//   const memory = new GpuMemory(wasmMemory);                    // 65,536 shared pages; the host maps VRAM into it
//   memory.setPages(address, length, PERMISSION.readWrite);      // on every allocation; PERMISSION.none on free
//   memory.u8.set(codeBytes, codeAddress);                       // code lies in ordinary GPU memory
//   const engine = createInterpreter(memory, { probe });         // or createOracle(memory, { probe })
//   const dispatcher = new Dispatcher(memory, engine, { unit: 0, probe });
//   const dispatch = dispatcher.start({
//     kernel: 'vector_add', isa: 'southern-islands', codeAddress, codeBytes, entry: codeAddress,
//     userSgprs: Uint32Array.of(kernargAddress, 0), vgprs: 8, sgprs: 16, ldsBytes: 0, scratchBytesPerLane: 0,
//     floatMode: 0xc0, ieee: true, dx10Clamp: true,
//     groupIdX: true, groupIdY: false, groupIdZ: false, groupSize: false, scratchOffset: false, localIds: 0,
//     globalSize: [1 << 20, 1, 1], localSize: [256, 1, 1],
//   });
//   for (;;) {
//     const outcome = dispatch.run(1_000_000); // wave-instructions, so that the caller stays responsive
//     if (outcome === 'budget') { if (late) throw timeout(dispatch.describe()); await breath(); continue; }
//     if (outcome === 'fault') report(describeFault(dispatch.fault!));
//     break;                                                     // 'done' | 'cancelled' | 'breakpoint'
//   }
//   dispatch.counts.wavefronts;                                // .workGroups, .code: see src/statistics
//
// Several workers on one launch: each opens the memory (`GpuMemory.open(shared)`), makes its own engine and a
// Dispatcher with its own `unit`, and starts the same descriptor with `new GroupCursor(groupTotal(launch), batch,
// sharedBuffer)`.

export { Counts } from './counts.js';
export { GroupCursor } from './cursor.js';
export { Dispatch } from './dispatch.js';
export { Dispatcher } from './dispatcher.js';
export type { Engine, RunOutcomeKind as Outcome } from './engine.js';
export { describeFault } from './faults.js';
export { createInterpreter } from './interpreter/interpreter.js';
export { groupTotal, type LaunchDescriptor, type Size3 } from './launch.js';
export { createLockstep } from './lockstep.js';
export { GpuMemory, PERMISSION } from './memory.js';
export { createOracle } from './oracle.js';
export type { Probe } from './probes.js';
export type { Wavefront } from './wavefront.js';
