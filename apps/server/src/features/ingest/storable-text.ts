const longest = 40

/** A text of a sender as a column can store it: without NUL and halves of characters, cut to 40 characters. */
export const storableText = (text: string): string => text.slice(0, longest).replaceAll('\0', '').toWellFormed()
