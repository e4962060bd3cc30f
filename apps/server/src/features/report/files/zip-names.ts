/*
 * Names inside a ZIP, taken from what people typed. Windows refuses some characters, some names and some endings, does
 * not distinguish capitals, and opens no path of more than 260 characters, the folder it is unpacked into included.
 */

const mostUnits = 50

// The same signs in full width, which every system takes and everybody can read.
const refused = new Map(
  Array.from('<>:"/\\|?*', (character) => [character, String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfe_e0)] as const),
)
// Control characters, those without a shape (marks of writing direction turn a name round), and halves of a character.
const unseen = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}/gu
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i
// A name of dots leads out of its folder; one that begins with a dot is hidden.
const ends = /^[\s.]+|[\s.]+$/g

const allowed = (text: string): string => {
  const seen = text.normalize('NFC').replaceAll(unseen, '').replaceAll(/\s/g, ' ')
  return Array.from(seen, (character) => refused.get(character) ?? character)
    .join('')
    .replaceAll(ends, '')
}

/** The text cut to so many UTF-16 units, which Windows counts, and not inside of a character. */
const cut = (text: string, units: number): string => {
  let shortened = ''
  for (const { segment } of new Intl.Segmenter('ja').segment(text)) {
    if (shortened.length + segment.length > units) break
    shortened += segment
  }
  return shortened.replaceAll(ends, '')
}

/**
 * The name of a file or folder that Windows, macOS and Linux take, as close as can be to the text.
 * @param tail its ending, kept however long the text is
 */
export const safeName = (text: string, tail = ''): string => {
  const behind = tail === '' ? '' : cut(allowed(tail), mostUnits / 2)
  const name = `${cut(allowed(text), mostUnits - behind.length) || '名前なし'}${behind}`
  return name.replace(device, '$&_')
}

// As a file system that ignores capitals and compositions compares them.
const keyOf = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase()

/** Hands out each name once: the second of a name, in whatever capitals, gets 「(2)」 behind it. */
export const uniqueNames = (): ((text: string, tail?: string) => string) => {
  const given = new Set<string>()
  const turns = new Map<string, number>()
  return (text, tail = '') => {
    const first = safeName(text, tail)
    let name = first
    let turn = turns.get(keyOf(first)) ?? 1
    while (given.has(keyOf(name))) name = `${first}(${(turn += 1)})`
    turns.set(keyOf(first), turn)
    given.add(keyOf(name))
    return name
  }
}
