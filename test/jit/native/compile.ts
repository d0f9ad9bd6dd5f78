// Compiles the module on standard input for a level of the instruction set; the library goes to standard output.

import { readFileSync, writeSync } from 'node:fs';
import { compileKernel, kernelCompiler } from '../../../src/kernel-compiler.js';

const library = await compileKernel(readFileSync(0), Number(process.argv[2]), kernelCompiler());
for (let done = 0; done < library.length; ) done += writeSync(1, library, done);
