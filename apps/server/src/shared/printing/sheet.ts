import type { Content, ContentText, Margins, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { toJapanIso } from '../../platform/japan-time.ts'
import { paperFont } from '../../platform/pdf/paper-font.ts'
import { colours } from './colours.ts'
import { legend } from './marks.ts'
import type { Sign } from './mark-figures.ts'

export type Orientation = 'portrait' | 'landscape'

/** Where a sheet's content begins and ends, pt from the edges of an A4 sheet. */
const edge = { side: 34, top: 26, bottom: 40 } as const
const a4 = { short: 595.28, long: 841.89 } as const

/** How wide the content of a sheet is, pt. */
export const contentWidth = (orientation: Orientation): number => (orientation === 'portrait' ? a4.short : a4.long) - 2 * edge.side

export type Fact = { readonly name: string; readonly value: string }

export type Sheet = {
  readonly title: string
  /** What the paper is about, under its title: 拠点, 期間 … */
  readonly facts: readonly Fact[]
  readonly printedBy: string
  readonly printedAt: Date
  readonly orientation: Orientation
  /** The signs that the paper uses, and where they mean something of its own, in which words. */
  readonly legend?: {
    readonly signs: readonly Sign[]
    readonly names?: Partial<Record<Sign, string>>
    /** Those of one page, where not every page uses all. */
    readonly signsOn?: (page: number) => readonly Sign[]
  }
  readonly content: Content[]
}

const sizes = { title: 14, fact: 9, foot: 8 } as const
// Noto Sans is set on lines of 1.45 times its size.
const lineOf = 1.45
/** A heading must leave room for the paper. */
const longestValue = 160

const latin = /[\u0020-\u007E\uFF61-\uFF9F]/u
const wideLatin = /[A-Z@%&mw]/u

/**
 * How wide a character is at most, in its height: as wide as high, Latin ones a little more than half of it except capitals
 * and the widest.
 */
export const emsOf = (character: string): number => (wideLatin.test(character) ? 0.95 : latin.test(character) ? 0.62 : 1)

/** How many lines a text takes at most in a width, both in pt. */
export const linesOf = (text: string, size: number, width: number): number => {
  let ems = 0
  for (const character of text) ems += emsOf(character)
  return Math.max(1, Math.ceil((ems * size) / (width - 2 * size)))
}

const between = '　　'
const textOf = (facts: readonly Fact[]) => facts.map(({ name, value }) => `${name} ${value}`).join(between)

/** The facts in lines of that width, pt: name and value stay together unless they need more than a line of their own. */
const inLines = (facts: readonly Fact[], width: number): Fact[][] => {
  const lines: Fact[][] = []
  for (const fact of facts) {
    const last = lines.at(-1)
    if (last !== undefined && linesOf(textOf([...last, fact]), sizes.fact, width) === 1) last.push(fact)
    else lines.push([fact])
  }
  return lines
}

const shortened = ({ name, value }: Fact): Fact => ({
  name,
  value: value.length > longestValue ? `${value.slice(0, longestValue)}…` : value,
})

const clockInWords = (instant: Date): string => {
  const iso = toJapanIso(instant)
  return `${iso.slice(0, 4)}年${Number(iso.slice(5, 7))}月${Number(iso.slice(8, 10))}日 ${iso.slice(11, 16)}`
}

const factsLine = (facts: readonly Fact[]): ContentText => ({
  fontSize: sizes.fact,
  text: facts.flatMap(({ name, value }, index) => [
    { text: `${index === 0 ? '' : between}${name} `, color: colours.second },
    { text: value, bold: true },
  ]),
})

const rule = (width: number, y: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: y, x2: width, y2: y, lineWidth: 0.6, lineColor: colours.control }],
})

type Head = Pick<Sheet, 'title' | 'facts' | 'orientation'> & { readonly legend?: Sheet['legend'] | undefined }

const titleWidthOf = ({ orientation, legend: signs }: Pick<Head, 'orientation' | 'legend'>): number =>
  signs === undefined ? contentWidth(orientation) : contentWidth(orientation) / 2

const headHeightOf = ({ title, facts, ...head }: Head): number => {
  const width = contentWidth(head.orientation)
  const factLines = inLines(facts, width).reduce((sum, line) => sum + linesOf(textOf(line), sizes.fact, width), 0)
  return (linesOf(title, sizes.title, titleWidthOf(head)) * sizes.title + factLines * sizes.fact) * lineOf + 4
}

/** How high the content of one sheet is under its heading, pt. */
export const contentHeight = (head: Head): number =>
  (head.orientation === 'portrait' ? a4.long : a4.short) -
  pageTop(headHeightOf({ ...head, facts: head.facts.map(shortened) })) -
  edge.bottom

const pageTop = (headHeight: number) => edge.top + headHeight + 10

/**
 * A paper of A4 sheets: title, facts and legend at the head of each, at its foot who printed it when (Japan's time), and the
 * page of how many.
 */
export const sheet = ({ title, facts: given, printedBy, printedAt, orientation, legend: signs, content }: Sheet): TDocumentDefinitions => {
  const width = contentWidth(orientation)
  const facts = given.map(shortened)
  const titleWidth = titleWidthOf({ orientation, legend: signs })
  const headHeight = headHeightOf({ title, facts, orientation, legend: signs })
  // pdfmake writes into what it is given, so that each page needs a heading of its own.
  const heading = (page: number): Content => ({
    margin: [edge.side, edge.top, edge.side, 0],
    stack: [
      {
        columns: [
          { width: signs === undefined ? '*' : titleWidth, text: title, fontSize: sizes.title, bold: true },
          ...(signs === undefined
            ? []
            : [
                { width: '*', text: '' },
                { width: 'auto', margin: [0, 5, 0, 0] satisfies Margins, ...legend(signs.signsOn?.(page) ?? signs.signs, signs.names) },
              ]),
        ],
      },
      ...inLines(facts, width).map(factsLine),
      rule(width, 4),
    ],
  })
  return {
    pageSize: 'A4',
    pageOrientation: orientation,
    pageMargins: [edge.side, pageTop(headHeight), edge.side, edge.bottom],
    language: 'ja-JP',
    displayTitle: true,
    info: { title, creator: '見守り', producer: '見守り', creationDate: printedAt },
    defaultStyle: { font: paperFont, fontSize: 9, color: colours.ink },
    header: heading,
    footer: (page, pages) => ({
      margin: [edge.side, 8, edge.side, 0],
      fontSize: sizes.foot,
      color: colours.second,
      columns: [
        { width: '*', text: `${clockInWords(printedAt)} 印刷　${printedBy}` },
        { width: 'auto', text: `${page} / ${pages} ページ` },
      ],
    }),
    content,
  }
}

/** The heading of a part of a paper, with a word about it. */
export const partHeading = (title: string, hint?: string): ContentText => ({
  margin: [0, 8, 0, 4],
  text: [
    { text: title, bold: true, fontSize: 11 },
    ...(hint === undefined ? [] : [{ text: `　${hint}`, color: colours.second, fontSize: 8 }]),
  ],
})
