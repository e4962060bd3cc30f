import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Blob, Face } from 'harfbuzzjs'
import { chineseFont, devanagariFont, myanmarFont, type PaperFont, paperFont } from './paper-font.ts'

const folders = {
  [paperFont]: ['noto-sans-jp', 'NotoSansJP'],
  [myanmarFont]: ['noto-sans-myanmar', 'NotoSansMyanmar'],
  [devanagariFont]: ['noto-sans-devanagari', 'NotoSansDevanagari'],
  [chineseFont]: ['noto-sans-sc', 'NotoSansSC'],
} as const satisfies Record<PaperFont, readonly [folder: string, name: string]>

/** The file of a family, in its normal weight or its bold. */
export const fontFile = (font: PaperFont, weight: '400Regular' | '700Bold'): string => {
  const [folder, name] = folders[font]
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`))
}

/** A font file as HarfBuzz reads it. */
export const faceOf = (bytes: Uint8Array<ArrayBuffer>): Face => new Face(new Blob(new Uint8Array(bytes).buffer))

const known = new Map<PaperFont, ReadonlySet<number>>()

const charactersOf = (font: PaperFont): ReadonlySet<number> => new Set(faceOf(readFileSync(fontFile(font, '400Regular'))).collectUnicodes())

/** Whether a family has a glyph for a character. Each is read when it is first asked for: most papers need the first alone. */
export const fontHas = (font: PaperFont, character: string): boolean => {
  const characters = known.get(font) ?? charactersOf(font)
  known.set(font, characters)
  return characters.has(character.codePointAt(0) ?? 0)
}
