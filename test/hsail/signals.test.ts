// Signals of a wavefront's work-items: each host that waits is woken.

import test from 'ava';
import { chipById } from '../../src/chips/chips.js';
import { finalizeBrig } from '../../src/compiler/finalize.js';
import { createInterpreter, Dispatcher, PERMISSION } from '../../src/emulator/index.js';
import { interruptsOf, takeInterrupts } from '../../src/emulator/interrupts.js';
import { readCodeObject } from '../../src/hsa/code-object.js';
import { hsaConvention } from '../../src/hsa/load/convention.js';
import { codeObjectProgram } from '../../src/hsa/load/program.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { describeLaunch } from '../../src/launch/convention.js';
import { CODE, createMemory, DATA } from '../emulator/harness.js';
import { brigModule } from './finalized.js';

const TEXT = `module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %signals)
{
  workitemabsid_u32 $s0, 0;
  rem_u32 $s1, $s0, 4;
  cvt_u64_u32 $d0, $s1;
  ld_kernarg_u64 $d1, [%signals];
  mad_u64 $d1, $d0, 64, $d1;
  signalnoret_add_screl_u64_sig64 $d1, 1;
  ret;
};
`;

/** amd_signal_t. */
const SIGNAL = { bytes: 64, value: 8, mailbox: 16, event: 24 } as const;
/** The last signal has no mailbox: it interrupts nothing. */
const EVENTS = [3, 200, 17, 9] as const;
const LANES = 64;

for (const device of ['fiji', 'vega10'])
  test(`each signal with a mailbox interrupts the host on ${device}`, async (t) => {
    const chip = chipById(device)!;
    const isa = await loadIsa(chip.target);
    const { codeObject } = await finalizeBrig([brigModule(TEXT)], chip);
    const program = codeObjectProgram(readCodeObject(codeObject), isa.name);
    const memory = createMemory();
    memory.setPages(CODE, program.size, PERMISSION.readWrite);
    takeInterrupts(memory);
    const [code] = program.place(memory, CODE);
    const signals = DATA + 4096;
    const mailboxes = signals + EVENTS.length * SIGNAL.bytes;
    EVENTS.forEach((event, index) => {
      const at = signals + index * SIGNAL.bytes;
      const mailbox = index === EVENTS.length - 1 ? 0n : memory.space.addressOf(mailboxes + 8 * index);
      memory.view.setBigUint64(at + SIGNAL.mailbox, mailbox, true);
      memory.view.setUint32(at + SIGNAL.event, event, true);
    });
    memory.view.setBigUint64(DATA, memory.space.addressOf(signals), true);
    const launch = {
      workDim: 1,
      globalSize: [LANES, 1, 1],
      localSize: [LANES, 1, 1],
      globalOffset: [0, 0, 0],
      dynamicLds: 0,
      segment: memory.space.addressOf(DATA),
      printfBuffer: 0n,
    } as const;
    const scalars = new Uint32Array(code!.registers.userSgprs);
    hsaConvention.fill(launch, code as never, memory, scalars);
    const dispatch = new Dispatcher(memory, createInterpreter(memory)).start(describeLaunch(launch, code!, scalars));
    t.is(dispatch.run(), 'done');
    const read = (at: number): bigint => memory.view.getBigUint64(at, true);
    EVENTS.forEach((event, index) => {
      t.is(read(signals + index * SIGNAL.bytes + SIGNAL.value), BigInt(LANES / EVENTS.length));
      if (index < EVENTS.length - 1) t.is(read(mailboxes + 8 * index), BigInt(event));
    });
    t.deepEqual(
      interruptsOf(memory).sort((a, b) => a - b),
      [3, 17, 200],
    );
  });
