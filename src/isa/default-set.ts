// The descriptors of the default instruction set without its instructions, which a program's main thread does not load.
// Raw buffers and linear images have the same descriptors in all sets that share these layouts.

export { descriptors as DEFAULT_DESCRIPTORS } from './southern-islands/descriptors.js';
