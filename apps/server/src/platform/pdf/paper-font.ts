/** The family that papers are set in; its bold is cut for it. */
export const paperFont = 'Noto Sans JP'

/** The families for what `paperFont` has no characters of. A text in them is given its family where it is (`scriptRuns`). */
export const myanmarFont = 'Noto Sans Myanmar'
export const devanagariFont = 'Noto Sans Devanagari'
export const chineseFont = 'Noto Sans SC'

export type PaperFont = typeof paperFont | typeof myanmarFont | typeof devanagariFont | typeof chineseFont
