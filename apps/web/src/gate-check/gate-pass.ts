/** The tablet's link as written after the # of the address: `<id>.<secret>`; undefined where there is none. */
export const gateLinkOf = (hash: string): string | undefined => /^#?([^.#\s]+\.[^.#\s]+)$/.exec(hash)?.[1]
