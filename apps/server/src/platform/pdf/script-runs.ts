import { chineseFont, devanagariFont, myanmarFont, type PaperFont, paperFont } from './paper-font.ts'

/** A part of a text in one family. */
export type ScriptRun = { readonly text: string; readonly font: PaperFont }

const myanmar = /\p{Script_Extensions=Myanmar}/u
const devanagari = /\p{Script_Extensions=Devanagari}/u
/** Joiners choose a form of the letters beside them; a space between words of a script is set in its family. */
const joins = /[ \u00A0\u200B-\u200D]/u
const isFullStop = /[\u0964\u0965]/u

const fontOf = (character: string, before: PaperFont, has: (font: PaperFont, character: string) => boolean): PaperFont => {
  if (joins.test(character)) return before
  if (myanmar.test(character) && has(myanmarFont, character)) return myanmarFont
  if ((devanagari.test(character) || isFullStop.test(character)) && has(devanagariFont, character)) return devanagariFont
  return !has(paperFont, character) && has(chineseFont, character) ? chineseFont : paperFont
}

/** A text in parts, each of which one family can draw; one part of `paperFont` where that has everything. */
export const scriptRuns = (text: string, has: (font: PaperFont, character: string) => boolean): ScriptRun[] => {
  const runs: { text: string; font: PaperFont }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const font = fontOf(character, last?.font ?? paperFont, has)
    if (last?.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs.map((run) => (run.font === myanmarFont ? { ...run, text: withBreaks(run.text) } : run))
}

const words = new Intl.Segmenter('my', { granularity: 'word' })

/** Burmese has no spaces between its words: a mark of no width says where a line may end, which is never inside one. */
const withBreaks = (text: string): string => Array.from(words.segment(text), ({ segment }) => segment).join('\u200B')
