// Tests that share a kernel with others of their file: making one takes longer for what stands around a test's code
// than for the code.

import { DEFAULT_MODE, type Program } from './cells.js';
import type { Case } from './file-tests.js';
import type { Together } from './launch-driver.js';

/**
 * Code that works at the start of the image only: it looks at addresses, its own or those of labels, or leaves the
 * image.
 */
const STAYS = /_b64 .*\bpc\b|pc_b64|call_b64|fork|join|s_branch -/;

const stays = ({ program, runs }: Case): boolean =>
  STAYS.test(program.text) || runs.some(({ of }) => of.fault !== undefined || /code/.test(JSON.stringify(of)));

/** Groups of tests that share a kernel, by MODE. @param maxTests tests in one */
export function sharedKernels(cases: readonly Case[], maxTests: number): (program: Program, mode: number) => Together {
  const shared = new Map<Program, Map<number, Together>>();
  const open = new Map<string, Program[]>();
  const share = (program: Program, key: string, mode: number): void => {
    let together = open.get(key);
    if (!together || together.length === maxTests) open.set(key, (together = []));
    together.push(program);
    let byMode = shared.get(program);
    if (!byMode) shared.set(program, (byMode = new Map()));
    byMode.set(mode, together);
  };
  for (const each of cases) {
    const { file, program, runs } = each;
    const modes = new Set(runs.map(({ state }) => state.get('mode') ?? DEFAULT_MODE));
    const key = `${program.isa.name} ${file} ${program.ldsBytes}`;
    for (const mode of modes) share(program, stays(each) ? each.name : `${key} ${mode}`, mode);
  }
  return (program, mode) => shared.get(program)!.get(mode)!;
}
