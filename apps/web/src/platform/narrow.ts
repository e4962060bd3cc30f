/** Where a table no longer fits and rows become cards. */
export const narrow = '(width < 640px)'

/** Whether a table does not fit now. */
export const isNarrow = (): boolean => matchMedia(narrow).matches
