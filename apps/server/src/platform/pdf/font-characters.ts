const tableName = { start: 4, end: 8 } as const
const unicodeInFull = { platform: 3, encoding: 10, format: 12 } as const

const startOf = (font: DataView, name: string): number => {
  const tables = font.getUint16(4)
  for (let table = 0; table < tables; table++) {
    const entry = 12 + table * 16
    const found = String.fromCharCode(...Array.from({ length: tableName.end - tableName.start }, (_, at) => font.getUint8(entry + at)))
    if (found === name) return font.getUint32(entry + 8)
  }
  throw new Error(`The font has no table ${name}`)
}

/**
 * The code points that an OpenType font has glyphs for: those of its character map of format 12, which names the whole of Unicode.
 * @throws Error where the font has no such map
 */
export const fontCharacters = (bytes: Uint8Array): ReadonlySet<number> => {
  const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const maps = startOf(font, 'cmap')
  const mapCount = font.getUint16(maps + 2)
  for (let map = 0; map < mapCount; map++) {
    const entry = maps + 4 + map * 8
    const at = maps + font.getUint32(entry + 4)
    if (font.getUint16(entry) !== unicodeInFull.platform || font.getUint16(entry + 2) !== unicodeInFull.encoding) continue
    if (font.getUint16(at) !== unicodeInFull.format) continue
    const characters = new Set<number>()
    const groups = font.getUint32(at + 12)
    for (let group = 0; group < groups; group++) {
      const start = at + 16 + group * 12
      const last = font.getUint32(start + 4)
      for (let codePoint = font.getUint32(start); codePoint <= last; codePoint++) characters.add(codePoint)
    }
    return characters
  }
  throw new Error('The font has no character map of the whole of Unicode')
}
