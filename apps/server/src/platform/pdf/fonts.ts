import pdfmake from 'pdfmake'
import { fontFile, fontHas } from './font-files.ts'
import { chineseFont, devanagariFont, myanmarFont, type PaperFont, paperFont } from './paper-font.ts'
import { scriptRuns, type ScriptRun } from './script-runs.ts'
import { shapeScripts } from './shape-glyphs.ts'

const families: readonly PaperFont[] = [paperFont, myanmarFont, devanagariFont, chineseFont]

export type OpenFonts = {
  /** Whether one of the families can draw a character. */
  readonly has: (character: string) => boolean
  /** A text in parts, each with its family. */
  readonly split: (text: string) => readonly ScriptRun[]
}

/** Gives pdfmake the fonts in this thread, and closes it to whatever else a document may name: no address is called, no other file read. */
export const openFonts = (): OpenFonts => {
  const fonts = families.map((font) => [font, { normal: fontFile(font, '400Regular'), bold: fontFile(font, '700Bold') }] as const)
  const files = new Set(fonts.flatMap(([, { normal, bold }]) => [normal, bold]))
  pdfmake.setFonts(Object.fromEntries(fonts))
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => files.has(path))
  shapeScripts()
  return {
    has: (character) => families.some((font) => fontHas(font, character)),
    split: (text) => scriptRuns(text, fontHas),
  }
}
