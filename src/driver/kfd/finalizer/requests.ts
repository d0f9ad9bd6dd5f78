// Requests of the finalizer's device: sizes are bounded before memory of the guest is read, and errors of modules are
// results with a message, which the guest library prints.

import {
  BrigModuleRange,
  CheckModule,
  CONTROL_DIRECTIVES_BYTES,
  FetchResult,
  Finalize,
  type FinalizerRequestName,
  FinalizerStatus,
  MAX_MODULE_BYTES,
  MAX_MODULES,
} from '../../../abi/finalizer-schema.js';
import type { GuestMemory } from '../../../host/device.js';
import { AtollError, describeError } from '../../../util/errors.js';
import { elementOf } from '../../../util/required.js';
import { RequestError, require } from '../../core/errno.js';
import { readControlDirectives } from './control-directives.js';
import type { BrigFinalizer, ModuleProperties, NamedModule } from './finalizer.js';

/** hsa_machine_model_t and hsa_profile_t, by their values. */
const MACHINE_MODELS = ['small', 'large'] as const;
const PROFILES = ['base', 'full'] as const;

/** `amdgcn-amd-amdhsa--gfx906:sramecc-:xnack-`: LLVM's name of the chip, without its features. */
const ISA_NAME = /^amdgcn-amd-amdhsa--([a-z0-9]+)(:[a-z0-9+:-]*)?$/;

const moduleName = (ordinal: number): string => `module ${ordinal} of the program`;

function mismatch(name: string, module: ModuleProperties, program: ModuleProperties): string | undefined {
  if (module.machineModel !== program.machineModel)
    return `${name} has the machine model $${module.machineModel}, the program $${program.machineModel}`;
  if (module.profile !== program.profile)
    return `${name} has the profile $${module.profile}, the program $${program.profile}`;
  return undefined;
}

export class FinalizerRequests {
  private result: Uint8Array = new Uint8Array(0);

  constructor(
    private readonly finalizer: BrigFinalizer,
    private readonly signal: AbortSignal,
  ) {}

  /** Executes a request on a copy of its argument, which the caller writes back. @throws RequestError */
  async perform(name: FinalizerRequestName, view: DataView, memory: GuestMemory): Promise<void> {
    if (name === 'CHECK') await this.check(view, memory);
    if (name === 'FINALIZE') await this.finalize(view, memory);
    if (name === 'FETCH') this.fetch(view, memory);
  }

  private async check(view: DataView, memory: GuestMemory): Promise<void> {
    const args = CheckModule.read(view);
    const [machineModel, profile] = [MACHINE_MODELS[args.machine_model], PROFILES[args.profile]];
    require(machineModel !== undefined && profile !== undefined, 'no such kind of program');
    const module = elementOf(readModules([args], memory, args.ordinal), 0, 'module');
    let status: number = FinalizerStatus.DONE;
    this.result = new Uint8Array(0);
    try {
      const text = mismatch(module.name, await this.finalizer.inspect(module), { machineModel, profile });
      if (text !== undefined) status = this.fail(text, FinalizerStatus.INCOMPATIBLE_MODULE);
    } catch (error) {
      status = this.fail(error, FinalizerStatus.INVALID_MODULE);
    }
    CheckModule.write(view, { status, result_bytes: BigInt(this.result.length) });
  }

  private async finalize(view: DataView, memory: GuestMemory): Promise<void> {
    const { modules, module_count: count, isa, directives } = Finalize.read(view);
    require(count > 0 && count <= MAX_MODULES, `${count} modules: 1 to ${MAX_MODULES} can be finalized`);
    const table = memory.read(modules, count * BrigModuleRange.size)?.slice();
    if (!table) throw new RequestError('EFAULT', `the table of ${count} modules is not readable`);
    const ranges = new DataView(table.buffer, table.byteOffset, table.byteLength);
    const named = readModules(
      Array.from({ length: count }, (_, n) => BrigModuleRange.read(ranges, n * BrigModuleRange.size)),
      memory,
    );
    const read = memory.read(directives, CONTROL_DIRECTIVES_BYTES)?.slice();
    if (!read) throw new RequestError('EFAULT', 'the control directives are not readable');
    const controls = new DataView(read.buffer, read.byteOffset, read.byteLength);
    let status: number = FinalizerStatus.DONE;
    try {
      const host = readControlDirectives(controls);
      this.result = await this.finalizer.finalize(named, targetOf(isa), host, this.signal);
    } catch (error) {
      status = this.fail(
        error,
        this.finalizer.isMismatch(error) ? FinalizerStatus.DIRECTIVE_MISMATCH : FinalizerStatus.FAILED,
      );
    }
    Finalize.write(view, { status, result_bytes: BigInt(this.result.length) });
  }

  private fetch(view: DataView, memory: GuestMemory): void {
    const { address, bytes } = FetchResult.read(view);
    require(bytes === BigInt(this.result.length), `the result has ${this.result.length} bytes, not ${bytes}`);
    if (!memory.write(address, this.result))
      throw new RequestError('EFAULT', `${bytes} bytes at 0x${address.toString(16)} are not writable`);
  }

  /** Keeps a message as the result. @throws what is a defect of Atoll */
  private fail(error: unknown, status: number): number {
    if (typeof error !== 'string' && !(error instanceof AtollError)) throw error;
    this.result = Buffer.from(typeof error === 'string' ? error : describeError(error));
    return status;
  }
}

/** @throws RequestError EINVAL, E2BIG, EFAULT */
function readModules(
  ranges: readonly { readonly address: bigint; readonly bytes: bigint }[],
  memory: GuestMemory,
  first = 1,
): NamedModule[] {
  let left = MAX_MODULE_BYTES;
  return ranges.map(({ address, bytes }, n) => {
    const name = moduleName(first + n);
    if (bytes > BigInt(left))
      throw new RequestError('E2BIG', `${name}: more than ${MAX_MODULE_BYTES} bytes of modules`);
    left -= Number(bytes);
    const content = bytes === 0n ? new Uint8Array(0) : memory.read(address, Number(bytes));
    if (!content)
      throw new RequestError('EFAULT', `${name}: ${bytes} bytes at 0x${address.toString(16)} are not readable`);
    return { name, bytes: content.slice() };
  });
}

/** @throws AtollError UNSUPPORTED */
function targetOf(isa: string): string {
  const target = ISA_NAME.exec(isa)?.[1];
  if (target !== undefined) return target;
  throw new AtollError('UNSUPPORTED', `BRIG is not finalized for the instruction set ${isa}`, 'Use that of an agent.');
}
