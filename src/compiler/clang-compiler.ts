// clang as a compiler of builds: two processes, OpenCL C to LLVM IR and IR to machine code, in a job's folder.

import { irToObject } from './clang/codegen.js';
import { detourLine, type ReportedBuild } from './clang/crash-report.js';
import { backEndLog } from './clang/diagnostics.js';
import { type IrOutput, latin1Text } from './clang/files.js';
import { irToBitcode } from './clang/ir-to-bitcode.js';
import type { BuildJob } from './clang/job.js';
import type { Tools } from './clang/tools.js';
import { withFailures } from './clang-failures.js';
import { irToCodeObject } from './code-object/hsa-codegen.js';
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
import { withRetries } from './inputs/opencl-c/source-retries.js';
import { foreignInputs } from './ir/bitcode-producer.js';
import { irToLinkedIr } from './library/ir-to-linked-ir.js';
import type { BuildCredentials } from './request/build-credentials.js';
import type { ParsedOptions } from './request/options.js';
import type { SourceInput } from './request/source-input.js';

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
  readonly capabilities = { inputs: ['opencl-c', 'llvm-ir', 'llvm-bitcode'] } as const;
  /** The inputs of the files in the job's folder. */
  private written: Pick<SourceInput, 'source' | 'headers'> | undefined;

  /** Messages about linked inputs of another version, for failures after the link. */
  private foreign = '';
  private readonly tools: Tools;

  constructor(
    private readonly job: BuildJob,
    private readonly build: ReportedBuild & { readonly tools: Tools },
    /** Its root folder is that of the source's paths. */
    private readonly caller?: BuildCredentials,
  ) {
    this.tools = build.tools;
  }

  get id(): string {
    return `clang ${this.tools.toolchain.version}`;
  }

  compile<F extends keyof ModuleForms>(input: SourceInput, form: F): Promise<ModuleForms[F]> {
    return this.step(() =>
      withRetries<ModuleForms[F]>(input, this.caller, async (each) => {
        await this.write(each);
        return COMPILE[form](this.job, this.tools, each);
      }),
    );
  }

  includedFiles(): readonly string[] {
    return dependencies(this.job);
  }

  link<F extends keyof ModuleForms>(
    modules: readonly (Uint8Array | string)[],
    options: ParsedOptions,
    form: F,
  ): Promise<ModuleForms[F]> {
    const inputs = modules.filter((module) => typeof module !== 'string');
    if (inputs.length > 0) this.foreign = foreignInputs(inputs, this.tools.toolchain.version);
    return this.step(async () => {
      const { job, tools } = this;
      const bitcode: Uint8Array[] = [];
      for (const module of modules)
        bitcode.push(typeof module === 'string' ? await irToBitcode(job, tools, module) : module);
      // The source of a link replaces a compiled one.
      this.written = undefined;
      return LINK[form](job, tools, { modules: bitcode, options });
    });
  }

  optimise(irText: string, options: ParsedOptions): Promise<IrOutput> {
    this.written = undefined;
    return this.step(() => irToLinkedIr(this.job, this.tools, options.optimisation, irText));
  }

  codegen(irText: string, options: ParsedOptions): Promise<ObjectCode> {
    return this.step(async () => {
      const { object, ir, log, detour } = await irToObject(this.job, this.tools, irText, options);
      const note = detour ? detourLine(this.tools.toolchain.clang, detour) : '';
      return { object, ir, log: note + backEndLog(log) };
    });
  }

  codeObject(irText: string): Promise<Uint8Array> {
    return this.step(() => irToCodeObject(this.job, irText, this.tools.processor));
  }

  private step<T>(run: () => Promise<T>): Promise<T> {
    return withFailures(this.build, this.foreign, run);
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
