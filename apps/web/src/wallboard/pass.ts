/**
 * The link by which a screen shows the board, as written after the # of its address: `<id>.<secret>`. Undefined where
 * there is none, and anyone who is signed in reads.
 */
export const linkOf = (hash: string): string | undefined => /^#([^.#\s]+\.[^.#\s]+)$/.exec(hash)?.[1]
