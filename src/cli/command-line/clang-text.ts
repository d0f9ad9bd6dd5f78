/** Help text of `--clang`. */
export const CLANG_TEXT = 'the compiler; auto: the best installed one, tested versions first [ATOLL_CLANG]';
