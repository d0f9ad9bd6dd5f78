/** Help text of `--clang`. */
export const CLANG_TEXT = 'the compiler; auto: the best one that there is, a tested one first [ATOLL_CLANG]';
