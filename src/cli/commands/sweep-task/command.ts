// The command of a job array of `atoll sweep`.

import type { Command } from 'commander';
import { natural, positive } from '../bench/selection-options.js';

export function define(atoll: Command): void {
  atoll
    .command('sweep-task', { hidden: true })
    .description('task of a job array: its cases')
    .argument('<folder>')
    .argument('<attempt>', '', positive)
    .argument('<task>', '', natural)
    .action(async (folder: string, attempt: number, task: number) =>
      (await import('../sweep/sweep.js')).sweepTask(folder, attempt, task),
    );
}
