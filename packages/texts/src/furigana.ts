/**
 * Japanese texts carry the reading of their Kanji: `{休|やす}む`. People who read Japanese see them without it, everybody whose own
 * language lacks a text sees it above the Kanji.
 */
const marked = /\{([^{}|]+)\|([^{}|]+)\}/g

/** A piece of a text; `reading` in Hiragana where it has Kanji. */
export type FuriganaPart = { readonly text: string; readonly reading?: string }

/** The text without readings: `休む`. */
export const withoutFurigana = (text: string): string => text.replaceAll(marked, '$1')

/** The text in pieces, in order: `休` with the reading `やす`, then `む`. */
export const furiganaParts = (text: string): FuriganaPart[] => {
  const parts: FuriganaPart[] = []
  let end = 0
  for (const match of text.matchAll(marked)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    const [whole, kanji = '', reading = ''] = match
    parts.push({ text: kanji, reading })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
