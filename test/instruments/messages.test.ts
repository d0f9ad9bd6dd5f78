// Both ends of an instrument during a run: messages of its worker, events of the program, defects for --on-fault.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readRecordings } from '../../src/replay/reader.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

const KERNEL = '__kernel void k(__global uint *out) { out[get_global_id(0)] = get_local_size(0); }';
/** Reports each launch at once; a launch of more than 64 work-items is a defect. */
const REPORTER = `export function createWorker(_options, { post, computeUnits, workers }) {
  let [defects, events] = [0, 0];
  return {
    onHostEvent: () => void events++,
    begun(_session, kernel) {
      post({ kernel, events, units: computeUnits.length, workers: [...workers()].length });
    },
    ended(_session, launch) {
      if (launch.globalSize[0] > 64) defects++;
    },
    defects: () => defects,
  };
}
export function createInstrument() {
  const messages = [];
  return {
    name: 'reporter',
    worker: new URL(import.meta.url),
    observes: 'launches',
    needs: { hostEvents: true },
    receive: (message) => void messages.push(message),
    finish: async ({ engine, say }) => {
      for (const { kernel, events, units, workers } of messages)
        say(\`\${kernel} on \${engine}: \${events > 0} \${units} \${workers}\`);
    },
  };
}
`;

test('messages and events arrive on every engine, and --on-fault records launches with defects', async (t) => {
  const folder = scratchFolder(t);
  const [module, file] = [join(folder, 'reporter.mjs'), join(folder, 'fault.rec')];
  writeFileSync(module, REPORTER);
  const flags = ['--instrument', module, '--on-fault', `record=${file}`];
  const fine = await run([compile(t, kernelProgram(KERNEL))], flags);
  t.is(fine.exitCode, 0, String(fine.stderr));
  t.regex(String(fine.stderr), /^atoll: k on jit: true 1 2$/m);
  t.false(existsSync(file));
  const defect = await run([compile(t, kernelProgram(KERNEL, 128))], [...flags, '--devices', 'tahiti,oland']);
  t.regex(String(defect.stderr), /^atoll: k on jit: true 2 2$/m);
  const [launch, none] = readRecordings(file);
  t.deepEqual([launch?.header().launch.kernel, none], ['k', undefined]);
});

test('a recording keeps the schedule of the run, and a check that records it again that of the recording', async (t) => {
  const folder = scratchFolder(t);
  const [module, file, again] = ['reporter.mjs', 'first.rec', 'again.rec'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(module, REPORTER);
  const env = { ATOLL_SCHEDULE: 'long' };
  const recorded = await atoll(['record', '-o', file, '--', compile(t, kernelProgram(KERNEL, 128))], { env });
  t.is(recorded.exitCode, 0, String(recorded.stderr));
  const flags = ['--instrument', module, '--on-fault', `record=${again}`];
  const replayed = await atoll(['check', ...flags, file]);
  t.is(replayed.exitCode, 0, String(replayed.stderr));
  t.deepEqual(
    [file, again].map((one) => readRecordings(one).map((launch) => launch.header().schedule)),
    [['long'], ['long']],
  );
});
