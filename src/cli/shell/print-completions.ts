// `atoll completions`.

import type { Command } from 'commander';
import { describeCommand } from './commands.js';
import { COMPLETIONS } from './completions.js';

export const printCompletions = (shell: keyof typeof COMPLETIONS, atoll: Command): void =>
  void process.stdout.write(COMPLETIONS[shell].text(describeCommand(atoll)));
