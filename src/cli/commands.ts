// The commands by name, in the order of the help. Each defines its options in its own folder, and is loaded on use.

import type { Command } from 'commander';

/** Adds a command to `atoll`. @param all gives the command line with all commands */
export type CommandDefinition = (atoll: Command, all: () => Promise<Command>) => void;

export const COMMANDS: Readonly<Record<string, () => Promise<CommandDefinition>>> = {
  run: async () => (await import('./commands/run/command.js')).define,
  serve: async () => (await import('./commands/serve/command.js')).define,
  kernel: async () => (await import('./commands/kernel/command.js')).define,
  exec: async () => (await import('./commands/exec/command.js')).define,
  check: async () => (await import('./commands/check/command.js')).define,
  debug: async () => (await import('./commands/debug/command.js')).define,
  record: async () => (await import('./commands/record/command.js')).define,
  replay: async () => (await import('./commands/replay/command.js')).define,
  verify: async () => (await import('./commands/verify/command.js')).define,
  trace: async () => (await import('./commands/trace/command.js')).define,
  coverage: async () => (await import('./commands/coverage/command.js')).define,
  report: async () => (await import('./commands/report/command.js')).define,
  cc: async () => (await import('./commands/cc/command.js')).define,
  inspect: async () => (await import('./commands/inspect/command.js')).define,
  asm: async () => (await import('./commands/asm/command.js')).define,
  disasm: async () => (await import('./commands/disasm/command.js')).define,
  hsail: async () => (await import('./commands/hsail/command.js')).define,
  isa: async () => (await import('./commands/isa/command.js')).define,
  time: async () => (await import('./commands/time/command.js')).define,
  chip: async () => (await import('./commands/chip/command.js')).define,
  bench: async () => (await import('./commands/bench/command.js')).define,
  sweep: async () => (await import('./commands/sweep/command.js')).define,
  calibrate: async () => (await import('./commands/calibrate/command.js')).define,
  board: async () => (await import('./commands/board/command.js')).define,
  'record-device': async () => (await import('./commands/record-device/command.js')).define,
  'replay-device': async () => (await import('./commands/replay-device/command.js')).define,
  'forward-device': async () => (await import('./commands/forward-device/command.js')).define,
  doctor: async () => (await import('./commands/doctor/command.js')).define,
  config: async () => (await import('./commands/config/command.js')).define,
  cache: async () => (await import('./commands/cache/command.js')).define,
  compilers: async () => (await import('./commands/compilers/command.js')).define,
  completions: async () => (await import('./commands/completions/command.js')).define,
  'sweep-task': async () => (await import('./commands/sweep/command.js')).defineTask,
};
