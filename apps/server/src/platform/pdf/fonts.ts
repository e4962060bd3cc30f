import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pdfmake from 'pdfmake'
import { fontCharacters } from './font-characters.ts'
import { paperFont } from './paper-font.ts'

const fileOf = (weight: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-jp/${weight}/NotoSansJP_${weight}.ttf`))

/**
 * Gives pdfmake the fonts in this thread, and closes it to whatever else a document may name: no address is called, no other file read.
 * @returns whether the fonts can draw a character
 */
export const openFonts = (): ((character: string) => boolean) => {
  const [normal, bold] = [fileOf('400Regular'), fileOf('700Bold')]
  pdfmake.setFonts({ [paperFont]: { normal, bold } })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)
  const characters = fontCharacters(readFileSync(normal))
  return (character) => characters.has(character.codePointAt(0) ?? 0)
}
