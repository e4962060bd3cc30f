/** An instant in ISO 8601 with an offset as files write it: 2026/07/20 12:00:00, in the same offset. */
export const writeInstant = (iso: string): string => iso.slice(0, 19).replace('T', ' ').replaceAll('-', '/')

/** Reads one of the given words, full or half width; any other text is returned unchanged, for the schema to refuse. */
export const readWord =
  (words: Readonly<Record<string, string | number | boolean>>) =>
  (text: string): unknown => {
    const word = text.normalize('NFKC').trim()
    return Object.hasOwn(words, word) ? words[word] : word
  }
