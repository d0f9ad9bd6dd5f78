// clang as a compiler of builds: two processes, OpenCL C to LLVM IR and IR to machine code, in a job's folder.

import { irToObject } from './clang/codegen.js';
import { latin1Text } from './clang/files.js';
import { irToBitcode } from './clang/ir-to-bitcode.js';
import type { BuildJob } from './clang/job.js';
import type { Tools } from './clang/tools.js';
import type { Compiler, ModuleForms, ObjectCode } from './compiler.js';
import { type LinkInput, linkBitcode } from './inputs/bitcode/link-bitcode.js';
import {
  dependencies,
  sourceToBitcode,
  sourceToIr,
  sourceToPlainIr,
  writeOverlay,
  writeSources,
} from './inputs/opencl-c/compile-source.js';
import type { SourceInput } from './inputs/opencl-c/source-args.js';
import type { ParsedOptions } from './request/options.js';

type FormOf<F extends keyof ModuleForms> = ModuleForms[F];

const COMPILE: {
  readonly [F in keyof ModuleForms]: (job: BuildJob, tools: Tools, input: SourceInput) => Promise<FormOf<F>>;
} = { optimised: sourceToIr, plain: sourceToPlainIr, bitcode: sourceToBitcode };

const LINK: {
  readonly [F in keyof ModuleForms]: (
    job: BuildJob,
    tools: Tools,
    input: Pick<LinkInput, 'modules' | 'options'>,
  ) => Promise<FormOf<F>>;
} = {
  optimised: (job, tools, input) => linkedText(job, tools, { ...input, target: 'executable' }),
  plain: (job, tools, input) => linkedText(job, tools, { ...input, target: 'plain' }),
  bitcode: async (job, tools, input) => {
    const { output, log } = await linkBitcode(job, tools, { ...input, target: 'library' });
    return { bitcode: output, log };
  },
};

async function linkedText(job: BuildJob, tools: Tools, input: LinkInput): Promise<ModuleForms['plain']> {
  const { output, log } = await linkBitcode(job, tools, input);
  return { text: latin1Text(output), log };
}

export class ClangCompiler implements Compiler {
  readonly capabilities = { inputs: ['opencl-c', 'llvm-bitcode'] } as const;
  /** The inputs of the files in the job's folder. */
  private written: Pick<SourceInput, 'source' | 'headers'> | undefined;

  constructor(
    private readonly job: BuildJob,
    private readonly tools: Tools,
  ) {}

  get id(): string {
    return `clang ${this.tools.toolchain.version}`;
  }

  get path(): string {
    return this.tools.toolchain.clang;
  }

  async compile<F extends keyof ModuleForms>(input: SourceInput, form: F): Promise<ModuleForms[F]> {
    await this.write(input);
    return COMPILE[form](this.job, this.tools, input);
  }

  includedFiles(): readonly string[] {
    return dependencies(this.job);
  }

  async link<F extends keyof ModuleForms>(
    modules: readonly (Uint8Array | string)[],
    options: ParsedOptions,
    form: F,
  ): Promise<ModuleForms[F]> {
    const { job, tools } = this;
    const bitcode: Uint8Array[] = [];
    for (const module of modules)
      bitcode.push(typeof module === 'string' ? await irToBitcode(job, tools, module) : module);
    // The source of a link replaces a compiled one.
    this.written = undefined;
    return LINK[form](job, tools, { modules: bitcode, options });
  }

  codegen(irText: string, options: ParsedOptions): Promise<ObjectCode> {
    return irToObject(this.job, this.tools, irText, options);
  }

  /** Writes the changed files of a source. */
  private async write(input: SourceInput): Promise<void> {
    const { written } = this;
    if (written?.source !== input.source || written?.headers !== input.headers) await writeSources(this.job, input);
    // Each retry adds names to the same map.
    if (input.overlay) writeOverlay(this.job, input.overlay);
    this.written = input;
  }
}
