// `atoll hpvm cc`: programs of HPVM-C as executables for any OpenCL.

import { type GraphProblem, problemText } from '../../../dataflow/problem.js';
import { FAMILY } from '../../../driver/device-models.js';
import { buildGraphs } from '../../../hpvm/build-graphs.js';
import { hostClang, hostProgram, isSource, optimized } from '../../../hpvm/compile.js';
import { linkProgram, type ProgramPart } from '../../../hpvm/link-program.js';
import { programFunctions } from '../../../hpvm/program-functions.js';
import { transformed } from '../../../hpvm/transform/transform.js';
import { AtollError } from '../../../util/errors.js';
import { removeTree } from '../../../util/remove-tree.js';
import { temporaryFolder } from '../../../util/temporary.js';
import { ExitStatus } from '../../command-line/exit.js';
import { namedClang } from '../../inputs/named-clang.js';

export interface HpvmCcFlags {
  readonly output: string;
  readonly clang?: string;
  readonly fuse: readonly string[];
}

/** Options whose value is the next word. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  '-I -L -D -U -l -include -isystem -idirafter -iquote -x -Xclang -Xlinker -target --sysroot -MF -MT -MQ -T -u -z'.split(
    ' ',
  ),
);

interface ClangWords {
  readonly sources: readonly string[];
  readonly options: readonly string[];
}

function readWords(words: readonly string[]): ClangWords {
  const [sources, options]: [string[], string[]] = [[], []];
  words.forEach((word, n) => {
    const isValue = WITH_VALUE.has(words[n - 1] ?? '');
    (!isValue && !word.startsWith('-') && isSource(word) ? sources : options).push(word);
  });
  return { sources, options };
}

/** Options that select another result than an executable. */
const OTHER_RESULTS: ReadonlySet<string> = new Set(['-c', '-S', '-E', '-shared', '-emit-llvm', '-fsyntax-only']);
/** Words for the link only: files and libraries. */
const isForLink = (word: string): boolean => /^-[lLW]|\.(?:o|a|so(?:\.\d+)*)$/.test(word);

async function readPart(
  source: string,
  clang: string,
  options: readonly string[],
  fuse: readonly string[],
): Promise<ProgramPart & { readonly problems: readonly GraphProblem[] }> {
  const { module, log } = await hostProgram(source, () => clang, options);
  process.stderr.write(log);
  const program = await transformed(buildGraphs(module, FAMILY.maxWorkGroupSize), {
    fuse: fuse.map((names) => names.split(',')),
    maxWorkGroupSize: FAMILY.maxWorkGroupSize,
    optimize: (text) => optimized(clang, text, source),
  });
  const hasErrors = program.problems.some(({ severity }) => severity === 'error');
  const { functions, problems } = hasErrors ? { functions: [], problems: [] } : programFunctions(program);
  return { name: source, module: program.module, functions, problems: [...program.problems, ...problems] };
}

/** @throws AtollError BAD_INPUT, BAD_OPTION, TOOLCHAIN; errors of graphs go to standard error, status 1 */
export async function cc(words: readonly string[], flags: HpvmCcFlags): Promise<void> {
  const { sources, options } = readWords(words);
  const other = options.find((word) => OTHER_RESULTS.has(word));
  if (other !== undefined)
    throw new AtollError('BAD_OPTION', `${other}: atoll hpvm cc writes executables only`, 'Leave it out.');
  if (sources.length === 0) throw new AtollError('BAD_OPTION', 'no source is named', 'Name files of C or C++.');
  const clang = hostClang(namedClang(flags.clang));
  const own = options.filter((word) => !isForLink(word));
  const parts: Awaited<ReturnType<typeof readPart>>[] = [];
  for (const source of sources) parts.push(await readPart(source, clang, own, flags.fuse));
  const problems = parts.flatMap((part) => part.problems);
  process.stderr.write(problems.map((problem) => `${problemText(problem)}\n`).join(''));
  if (problems.some(({ severity }) => severity === 'error')) {
    process.exitCode = ExitStatus.CHECK_FAILED;
    return;
  }
  const folder = temporaryFolder('hpvm');
  try {
    const log = await linkProgram({ clang, parts, options, output: flags.output, folder });
    process.stderr.write(log);
  } finally {
    removeTree(folder);
  }
}
