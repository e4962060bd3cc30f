import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Buffer, Font, shape } from 'harfbuzzjs'
import { faceOf, fontFile } from './font-files.ts'
import { devanagariFont, myanmarFont } from './paper-font.ts'

/*
 * pdfkit lays text out by fontkit, which leaves vowels of Burmese behind their letter that belong before it. For the families that
 * need it, HarfBuzz lays out instead: as glyphs of the same font, so that the text can be searched and copied.
 */

type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
type Glyph = { readonly id: number; readonly advanceWidth: number; readonly codePoints: readonly number[] }
/** `advanceWidth` is read after pdfkit has scaled the positions. */
type GlyphRun = { readonly glyphs: readonly Glyph[]; readonly positions: readonly Position[]; readonly advanceWidth: number }

type LaidOutFont = {
  readonly postscriptName: string
  readonly characterSet: readonly number[]
  readonly getGlyph: (id: number) => { readonly advanceWidth: number }
  readonly glyphForCodePoint: (codePoint: number) => { readonly id: number }
  layout: (text: string, ...options: unknown[]) => GlyphRun
}
type Fontkit = { readonly create: (bytes: Uint8Array) => LaidOutFont }

/** The copy of fontkit that pdfmake's pdfkit uses. */
const fontkitOfPdfmake = (): Fontkit => {
  const ofPdfmake = createRequire(createRequire(import.meta.url).resolve('pdfmake'))
  return createRequire(ofPdfmake.resolve('pdfkit'))('fontkit') as Fontkit
}

/** The character of each glyph that is the usual one of a character. */
const charactersOf = (own: LaidOutFont): ReadonlyMap<number, number> =>
  new Map(own.characterSet.map((codePoint) => [own.glyphForCodePoint(codePoint).id, codePoint]))

/** The characters of each cluster: from where it begins to where the next one does. */
const clusterTexts = (text: string, starts: readonly number[]): ReadonlyMap<number, string> => {
  const sorted = [...new Set(starts)].toSorted((one, other) => one - other)
  return new Map(sorted.map((start, index) => [start, text.slice(start, sorted[index + 1] ?? text.length)]))
}

const codePointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0)

type Shaper = { readonly font: Font; readonly characterOf: ReadonlyMap<number, number> }

/**
 * What each glyph of a cluster says, for those who search or copy: the character that it is the usual glyph of; a ligature, or another
 * form, says what of the cluster no other glyph says.
 */
const codePointsIn = (ids: readonly number[], cluster: string, characterOf: ReadonlyMap<number, number>): number[][] => {
  const said = new Set(ids.map((id) => characterOf.get(id)))
  let others = codePointsOf(cluster).filter((codePoint) => !said.has(codePoint))
  return ids.map((id) => {
    const own = characterOf.get(id)
    if (own !== undefined) return [own]
    const taken = others
    others = []
    return taken
  })
}

/** The glyphs of a text in the order in which they are drawn. */
const shapedRun = ({ font, characterOf }: Shaper, own: LaidOutFont, text: string): GlyphRun => {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const texts = clusterTexts(
    text,
    infos.map(({ cluster }) => cluster),
  )
  const glyphs = [...texts].flatMap(([start, cluster]) => {
    const ids = infos.filter((info) => info.cluster === start).map(({ codepoint }) => codepoint)
    const codePoints = codePointsIn(ids, cluster, characterOf)
    return ids.map((id, index) => ({ id, advanceWidth: own.getGlyph(id).advanceWidth, codePoints: codePoints[index] ?? [] }))
  })
  const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }))
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    },
  }
}

/** Lets HarfBuzz lay out the texts of Burmese and Nepali in this thread. */
export const shapeScripts = (): void => {
  const { create } = fontkitOfPdfmake()
  const shapers = new Map<string, Shaper>()
  let laidOut: LaidOutFont | undefined
  for (const family of [myanmarFont, devanagariFont] as const) {
    for (const weight of ['400Regular', '700Bold'] as const) {
      const bytes = new Uint8Array(readFileSync(fontFile(family, weight)))
      laidOut = create(bytes)
      shapers.set(laidOut.postscriptName, { font: new Font(faceOf(bytes)), characterOf: charactersOf(laidOut) })
    }
  }
  if (laidOut === undefined) return
  const shared = Object.getPrototypeOf(laidOut) as LaidOutFont
  const plain = shared.layout
  shared.layout = function layout(this: LaidOutFont, text, ...options) {
    const shaper = shapers.get(this.postscriptName)
    return shaper === undefined ? plain.call(this, text, ...options) : shapedRun(shaper, this, text)
  }
}
