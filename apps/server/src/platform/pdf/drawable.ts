/** Printers set it where they have no type for a character: the reader sees that one is missing, and where. */
const noType = '〓'

// Joiners after a letter of Nepali or Burmese choose its form. Marks of voice that follow their kana, as file names of macOS write them; variation selectors choose a form of the character before.
const voiced = /.[\u3099\u309A]/gu
const unseen = /(?<![\p{Script=Devanagari}\p{Script=Myanmar}])[\u200C\u200D]|[\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}|[^\P{Cc}\n\t]/gu
const isJoiner = (character: string) => character === '\u200C' || character === '\u200D'
const isSelector = (character: string) => /\p{Variation_Selector}/u.test(character)

const drawableText = (text: string, has: (character: string) => boolean): string => {
  const clean = text
    .replaceAll(voiced, (pair) => pair.normalize('NFC'))
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', ' ')
    .replaceAll(unseen, '')
  let drawn = ''
  for (const character of clean)
    drawn += character === '\n' || isJoiner(character) || isSelector(character) || has(character) ? character : noType
  return drawn
}

/**
 * The data of a document with every text as the fonts can draw it: characters without a glyph are 〓, those that show nothing are left out.
 * @param has whether the fonts have a glyph for a character
 */
export const drawable = <Data>(data: Data, has: (character: string) => boolean): Data => {
  if (typeof data === 'string') return drawableText(data, has) as Data
  if (Array.isArray(data)) return data.map((item: unknown) => drawable(item, has)) as Data
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, drawable<unknown>(value, has)])) as Data
}
