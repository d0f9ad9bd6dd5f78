// OpenCL C to HSAIL: the front end's LLVM IR, with every call inlined, as text.

import { CHIPS } from '../../chips/chips.js';
import type { Compiler, ModuleForms } from '../../compiler/compiler.js';
import { FrontEnd } from '../../compiler/front-end.js';
import type { InputLanguage, InputRequest, ProgramInput } from '../../compiler/input-language.js';
import { language as openclC } from '../../compiler/inputs/opencl-c/language.js';
import { readModule } from '../../compiler/ir/read.js';
import { writeModule } from '../../compiler/ir/write.js';
import { repairIr } from '../../compiler/passes/unoptimised-ir.js';
import { AtollError } from '../../util/errors.js';
import { printModule } from './print-module.js';

/** The chip whose IR is printed: the one after which the first instruction set of HSA's chips is named. */
const DEVICE = CHIPS.find(({ kfd, llvm, isa }) => kfd !== undefined && llvm === isa)!.id;
const LANGUAGE = 'opencl-c-for-hsail';

export interface ProgramSettings {
  /** Options of clBuildProgram. */
  readonly options?: string | undefined;
  readonly sourceName?: string | undefined;
  /** Folder of includes. */
  readonly folder?: string | undefined;
  readonly clang?: string | undefined;
  /** Folder of the builtin library. */
  readonly cacheDir?: string | undefined;
  /** Products whose sum follows are fused (`mad`); by default both are rounded, as on the chips. */
  readonly fusesProducts?: boolean | undefined;
  /** Floats of 32 bits keep denormals; by default they are flushed, as on the chips. */
  readonly keepsDenormals?: boolean | undefined;
  /** Lines of the source are written as `loc`. */
  readonly lines?: boolean | undefined;
}

/** OpenCL C whose calls are all inlined; the IR that the chip's compiler gets is kept. */
class InlinedLanguage implements InputLanguage {
  readonly id = LANGUAGE;
  readonly title = openclC.title;
  readonly compiles = openclC.compiles;
  ir: string | undefined;

  async read(request: InputRequest): Promise<ProgramInput> {
    const program = await openclC.read(request);
    const module = async <F extends keyof ModuleForms>(compiler: Compiler, form: F): Promise<ModuleForms[F]> => {
      if (form !== 'optimised') return program.module(compiler, form);
      const plain = await program.module(compiler, 'plain');
      const inlined = repairIr(readModule(plain.text), { inlineAll: true });
      const linked = await compiler.link([writeModule(inlined)], request.options, 'optimised');
      this.ir = linked.text;
      return { ...linked, log: plain.log + linked.log } as ModuleForms[F];
    };
    return {
      module,
      includedFiles: (compiler) => program.includedFiles(compiler),
      isSpecial: false,
      ignoresGroups: false,
    };
  }
}

export interface PrintedProgram {
  readonly text: string;
  /** The compiler's messages. */
  readonly log: string;
}

/**
 * @throws AtollError BAD_INPUT with the compiler's messages, TOOLCHAIN without a compiler, UNSUPPORTED naming kernel,
 * place and construct
 */
export async function printProgram(source: Uint8Array, settings: ProgramSettings = {}): Promise<PrintedProgram> {
  const {
    options = '',
    sourceName,
    folder,
    clang,
    cacheDir,
    fusesProducts = false,
    keepsDenormals = false,
    lines = false,
  } = settings;
  const language = new InlinedLanguage();
  const frontEnd = new FrontEnd({
    cache: false,
    debugInfo: true,
    languages: [language],
    ...(clang !== undefined && { clang }),
    ...(cacheDir !== undefined && { cacheDir }),
  });
  try {
    const name = sourceName === undefined ? {} : { sourceName };
    const request = { kind: 'build', source, language: LANGUAGE, options, device: DEVICE, ...name } as const;
    const { status, log } = await frontEnd.build({ ...request, ...(folder !== undefined && { folder }) });
    if (status === 'compiler-not-available')
      throw new AtollError('TOOLCHAIN', 'no OpenCL compiler was found', 'atoll doctor');
    if (language.ir === undefined)
      throw new AtollError('BAD_INPUT', `${sourceName ?? 'the program'} is not compiled:\n${log}`);
    const text = printModule(readModule(language.ir), {
      fusesProducts,
      keepsDenormals,
      sourceName: lines ? sourceName : undefined,
    });
    return { text, log };
  } finally {
    await frontEnd.dispose();
  }
}
