// Check whether the kernels of a program may depend on the division of their NDRange into work-groups. Others may have
// a partial last work-group, so that a number of work-items without good divisors costs no more than another one
// (src/emulator/launch.ts).

/** Names that distinguish work-groups or synchronise their work-items, and those that might have the same effect. */
const GROUP_NAMES =
  /\b(?:get_(?:local|group|num_groups|enqueued|sub_group|num_sub|max_sub)\w*|(?:__)?local|async_\w+|wait_group_events|\w*barrier\w*|(?:work|sub)_group_\w+|__builtin_amdgcn\w*|(?:__)?asm(?:__)?|intel_\w+)\b/;
/** Sources of hidden names: token pasting, included files, escapes. */
const HIDDEN = /##|%:|\?\?|#\s*include|\\[uU]/;

/** @param texts sources and compiler arguments of a program: all texts that may contain names */
export const mayDependOnGroups = (texts: readonly string[]): boolean =>
  texts.some((text) => {
    // The preprocessor joins lines before it recognises names.
    const joined = text.replace(/\\[ \t\f\v]*\r?\n/g, '');
    return HIDDEN.test(joined) || GROUP_NAMES.test(joined);
  });
