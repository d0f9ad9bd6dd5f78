// Help of `atoll kernel` besides its options, in a separate file so that other commands do not load the command.

/** The values of `--arg`. */
export const KERNEL_VALUES = `
Values of --arg, one for each argument of the kernel, in their order (or name=value; arg0, arg1... where an object has no names):
  42  0.5  0x10  1,2,3,4   a value; the components of a vector
  zeros                    an array of zeros
  random:SEED              an array of random numbers: integers of all sizes, floats from 0 to 1
  expr:EXPRESSION          an array; element i of n, as in expr:sin(i/10)*n
  file:PATH                an array: the bytes of a file
  BYTES                    for a pointer to local memory
  null                     for a pointer: none; a number is its bits
Arrays have one element per work-item; another number is given in brackets: random:7[4096].`;

export const KERNEL_EXAMPLE = `Exit status: 0, 1 if an array differs from the expected one, 125 on other errors.
Example: atoll kernel vecadd.cl -g 1024 -a random:1 -a random:2 -a zeros -a 1024 -o c=sum.bin`;
