// Groups of commands: the headings of `atoll --help`, in their order.

export const CommandGroup = {
  RUN: 'Run programs and kernels:',
  INSPECT: 'Inspect kernels:',
  CODE: 'Code:',
  MEASURE: 'Measure and simulate time:',
  DEVICES: 'Real devices:',
  ADMIN: 'Installation:',
} as const;
