// With its voiced marks, each of which is a character of its own in half width.
const halfWidthKana = /[\uFF61-\uFF9F]+/g

/** Half-width kana, as payroll programs write them, in full width: ﾔﾏﾀﾞ ﾀﾛｳ becomes ヤマダ タロウ. All else stays as it is. */
export const widenKana = (text: string): string => text.replaceAll(halfWidthKana, (kana) => kana.normalize('NFKC'))
