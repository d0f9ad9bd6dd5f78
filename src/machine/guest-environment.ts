// Additions to a guest's environment: our OpenCL library, and settings of ROCm's runtime.

import { join } from 'node:path';
import type { GuestOptions } from '../host/guest-options.js';
import { AtollError } from '../util/errors.js';
import { sha256 } from '../util/hash.js';
import { restoreHint } from '../util/installation.js';
import { hsaHeapLibrary, hsaToolLibrary, root, runtimeFolders, vendorsFolder } from '../util/paths.js';
import { hasVendors, vendorsIn } from './vendors.js';

/** Settings of ROCm's runtime in any case: to keep memory of the host in the device's file, where kernels reach it. */
const ROCM_PLACES: Readonly<Record<string, string>> = { HSA_USERPTR_FOR_PAGED_MEM: '0' };
/**
 * Defaults for ROCm's runtime: to copy without making the program's own memory known, and to keep little room apart for
 * private segments, which have theirs in another place. Pools of HIP 7 get ordinary memory: they reserve addresses
 * without a query whether the driver can map them.
 */
const ROCM_ENVIRONMENT: Readonly<Record<string, string>> = {
  GPU_PINNED_XFER_SIZE: '0',
  HSA_SCRATCH_MEM: '16',
  DEBUG_HIP_MEM_POOL_VMHEAP: '0',
};

/** A word of the list in HSA_TOOLS_LIB: blanks part names, and a backslash takes the meaning of the next character. */
const toolName = (file: string): string => file.replace(/[ "\\]/g, '\\$&');

/** Tools of HSA's runtime: our library, which has its finalizer, and the program's own tools. */
function hsaTools(own: string | undefined): Readonly<Record<string, string>> {
  const library = hsaToolLibrary();
  if (library === undefined) return {};
  return { HSA_TOOLS_LIB: [toolName(library), ...(own ? [own] : [])].join(' ') };
}

const HSA_RUNTIME = 'libhsa-runtime64.so.1';

/** Programs of HSA get a heap that kernels reach; the dynamic loader takes blanks and colons as the end of a name. */
function hsaHeap(): GuestEnvironment['preload'] {
  const library = hsaHeapLibrary();
  if (library === undefined || /[ :]/.test(library)) return undefined;
  return { library: HSA_RUNTIME, variables: { LD_PRELOAD: library } };
}

/** The environment of a guest, and what of it programs get again that are executed with an emptied one. */
export interface GuestEnvironment {
  readonly env: Readonly<Record<string, string>>;
  readonly lasting: Readonly<Record<string, string>>;
  readonly preload?: GuestOptions['preload'];
}

/**
 * The guest's environment: its own, with our OpenCL library first, directly and through the system's loader.
 *
 * @param rocm whether there are chips of ROCm's
 * @throws AtollError NATIVE_MISSING
 */
export function guestEnvironment(env: NodeJS.ProcessEnv, cacheDir: string, rocm: boolean): GuestEnvironment {
  const folders = runtimeFolders();
  if (folders.length === 0) {
    throw new AtollError('NATIVE_MISSING', 'our libOpenCL.so.1 has not been built', restoreHint());
  }
  // A user without rights in the installation has the files in the user's cache. The other folder's name is a hash, and
  // cryptography takes 4 ms to load.
  const vendors = hasVendors(vendorsFolder, folders)
    ? vendorsFolder
    : vendorsIn([vendorsFolder, join(cacheDir, 'vendors', sha256(root).slice(0, 16))], folders);
  const variables = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const rocmDefaults = rocm ? ROCM_ENVIRONMENT : {};
  const path = [...folders, ...(variables['LD_LIBRARY_PATH'] ? [variables['LD_LIBRARY_PATH']] : [])].join(':');
  // Loaders differ in the name of the variable; some insist on the slash at the end.
  const fixed = {
    OCL_ICD_VENDORS: `${vendors}/`,
    OPENCL_VENDOR_PATH: `${vendors}/`,
    ...(rocm ? { ...ROCM_PLACES, ...hsaTools(variables['HSA_TOOLS_LIB']) } : {}),
  };
  return {
    env: { ...rocmDefaults, ...variables, LD_LIBRARY_PATH: path, ...fixed },
    lasting: { LD_LIBRARY_PATH: folders.join(':'), ...fixed, ...rocmDefaults },
    preload: rocm ? hsaHeap() : undefined,
  };
}
