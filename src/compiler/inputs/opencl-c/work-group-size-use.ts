// Whether the kernels of a program may depend on how their NDRange is cut into work-groups. Those that cannot
// need not get whole ones: a number of work-items without good divisors then costs no more than another
// (src/emulator/launch.ts).

/** What distinguishes work-groups, or makes their work-items meet; and what might do so by other means. */
const TELLTALE =
  /\b(?:get_(?:local|group|num_groups|enqueued|sub_group|num_sub|max_sub)\w*|(?:__)?local|async_\w+|wait_group_events|\w*barrier\w*|(?:work|sub)_group_\w+|__builtin_amdgcn\w*|(?:__)?asm(?:__)?|intel_\w+)\b/;
/** Where names may come from that are not to be seen: pasted together, from files, written with escapes. */
const HIDDEN = /##|%:|\?\?|#\s*include|\\[uU]/;

/** @param texts the sources and the compiler's words of a program: all that names can stand in */
export const mayTellGroups = (texts: readonly string[]): boolean =>
  texts.some((text) => {
    // The preprocessor joins lines before it looks for names.
    const joined = text.replace(/\\[ \t\f\v]*\r?\n/g, '');
    return HIDDEN.test(joined) || TELLTALE.test(joined);
  });
