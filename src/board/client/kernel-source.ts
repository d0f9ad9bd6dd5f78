// Sources of kernels that another OpenCL can build.

import type { RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import type { KernelArgument } from '../../launch/argument.js';
import type { SourceOrigin } from '../../launch/origin.js';
import { AtollError } from '../../util/errors.js';

type KernelInfo = NonNullable<RemoteLaunch['kernel']['about']>;

interface SourceLaunch {
  readonly about?: Pick<KernelInfo, 'arguments' | 'origin'> | undefined;
}

/** @throws AtollError UNSUPPORTED with the reason if there is none; the caller adds the name of the kernel */
export function withSource({ about }: SourceLaunch): {
  readonly origin: SourceOrigin;
  readonly arguments: readonly KernelArgument[];
} {
  if (about?.origin?.type === 'source') return { origin: about.origin, arguments: about.arguments };
  const reason =
    about?.origin?.type === 'binary'
      ? [
          'its program was created from a binary, without source',
          'build the program from source, or use another engine',
        ]
      : ['it is machine code for an AMD chip without source, as kernels of HIP programs are', 'use another engine'];
  throw new AtollError('UNSUPPORTED', `it cannot be executed by another OpenCL: ${reason[0]}`, reason[1]);
}
