// An OpenCL program whose results are as many numbers as it launches kernels.

import { kernelProgram } from '../cli/atoll.js';

/** Launches that are each waited for, whose results the program maps and adds up. */
export const sumsOfLaunches = (launches: number): string =>
  kernelProgram(
    '__kernel void k(__global int* out) { out[get_global_id(0)] = out[get_global_id(0)] * 3 + (int)get_global_id(0); }',
    1000,
  ).replace(
    'return 0;\n}\n',
    `for (int n = 0; n < ${launches}; n++) {
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
    int* out = (int*)clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 1000 * sizeof(int), 0, nullptr, nullptr, &status);
    unsigned sum = 0;
    for (int i = 0; i < 1000; i++) sum += out[i];
    std::printf("sum %u\\n", sum);
    clEnqueueUnmapMemObject(queue, buffer, out, 0, nullptr, nullptr);
  }
  return 0;
}
`,
  );
