// The GPUs that CAL images name, by the numbers of the container: outer e_machine and inner d_machine.
// Source: genuine images of CAL 1.4 (tahiti) and the tables of the CLRX documentation (the others).

export interface CalDevice {
  readonly name: string;
  /** e_machine of the outer ELF file. */
  readonly machine: number;
  /** d_machine of the encoding dictionary entry that holds the GPU's code. */
  readonly encoding: number;
}

/** Every Southern Islands GPU. */
export const CAL_DEVICES: readonly CalDevice[] = [
  { name: 'tahiti', machine: 0x3fd, encoding: 0x1a },
  { name: 'pitcairn', machine: 0x3fe, encoding: 0x1b },
  { name: 'capeverde', machine: 0x3ff, encoding: 0x1c },
  { name: 'oland', machine: 0x402, encoding: 0x20 },
  { name: 'hainan', machine: 0x407, encoding: 0x25 },
];

/** d_machine of the empty entry that genuine images carry before the GPU's own. */
export const ENCODING_UNUSED = 0x19;

/** d_machine that Multi2Sim's compiler wrote, with code of LLVM's convention and hardly any notes. */
export const ENCODING_MULTI2SIM = 9;

export const deviceByName = (name: string): CalDevice | undefined => CAL_DEVICES.find((d) => d.name === name);
export const deviceByMachine = (machine: number): CalDevice | undefined =>
  CAL_DEVICES.find((d) => d.machine === machine);
