import { type Language, languageNames, languages } from '@mimamori/contract'
import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { chineseFont, paperFont } from '../../platform/pdf/paper-font.ts'
import { colours, gradeColours } from '../../shared/printing/colours.ts'
import { emsOf } from '../../shared/printing/sheet.ts'

/** What a poster says in a language. */
export type PosterTexts = {
  readonly language: Language
  readonly title: string
  readonly scan: string
  readonly scanNote: string
  readonly place: string
  /** By which somebody on the telephone says which poster it is. */
  readonly number: string
  readonly first119: string
  readonly steps: readonly string[]
  readonly sitePhone: string
  readonly hospital: string
  readonly tell119: string
  readonly more: string
  /** The procedures of the site that are in force, with version and first day; null where it has none of its own. */
  readonly procedure: string | null
}

export type PosterPaper = {
  readonly url: string
  readonly officeName: string
  readonly companyName: string
  /** Where it will be on the wall. */
  readonly place: string
  readonly emergencyPhone: string | null
  readonly hospitalName: string | null
  readonly hospitalPhone: string | null
  readonly address: string | null
  /** The first is set large; at most three. */
  readonly texts: readonly PosterTexts[]
  readonly printedAt: Date
}

/** The lines of the Burmese family are higher than those of the others: they may be closer. */
const lineHeightOf = (language: Language | undefined): number => (language === 'my' ? 0.8 : 1)

/** Of an A4 sheet, pt. */
const page = { width: 595.28, height: 841.89, side: 36, top: 30 } as const
const inner = page.width - 2 * page.side
const qrSize = 226

/** Han characters differ between Japanese and simplified Chinese: a text in Chinese is set in its own family. */
const fontOf = (language: Language) => (language === 'zh-Hans' ? chineseFont : paperFont)

const isMark = /\p{M}/u
const isNarrow = /[\p{Script=Latin}\p{Script=Devanagari}]/u
const isMyanmar = /\p{Script=Myanmar}/u

/** How wide a character is, in its height: marks above and below a letter take no room. */
const widthOf = (character: string): number => {
  if (isMark.test(character)) return 0.1
  if (isMyanmar.test(character)) return 1.1
  return isNarrow.test(character) ? Math.min(emsOf(character), 0.66) : emsOf(character)
}

/** The largest size, pt, at which a text has room in so many lines of a width. */
const fitting = (text: string, width: number, lines: number, largest: number): number => {
  const ems = Array.from(text).reduce((sum, character) => sum + widthOf(character), 0.5)
  return Math.max(8, Math.min(largest, (width * lines * 0.92) / ems))
}

const rule = (width: number, lineWidth = 0.7): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth, lineColor: lineWidth > 1 ? colours.ink : colours.control }],
})

const head = ({ officeName, companyName }: PosterPaper): Content => ({
  columns: [
    { width: 'auto', text: '見守り', bold: true, fontSize: 18, margin: [0, 4, 24, 0] },
    {
      width: '*',
      alignment: 'right',
      stack: [
        { text: officeName, bold: true, fontSize: fitting(officeName, inner - 110, 1, 13) },
        { text: companyName, fontSize: 9.5, color: colours.second },
      ],
    },
  ],
})

/** What to do in the first language, and shorter in the others. */
const invitation = (texts: readonly PosterTexts[], width: number): Content[] =>
  texts.map((own, index): Content => {
    const font = fontOf(own.language)
    const isFirst = index === 0
    const title = isFirst ? own.scan : own.title
    const note = isFirst ? own.scanNote : [own.scan, own.scanNote].join(own.language === 'zh-Hans' || own.language === 'ja' ? '。' : '. ')
    return {
      margin: [0, isFirst ? 0 : 10, 0, 0],
      font,
      lineHeight: lineHeightOf(own.language),
      stack: [
        ...(isFirst ? [] : [rule(width)]),
        { text: title, bold: true, fontSize: isFirst ? fitting(title, width, 2, 19) : 14, margin: [0, isFirst ? 0 : 8, 0, 4] },
        { text: note, fontSize: isFirst ? 12 : 10.5 },
      ],
    }
  })

const frame = 2.4

/** The code in a frame that is as large as its modules make it. */
const qr = (url: string): Column => ({
  width: 'auto',
  table: { body: [[{ qr: url, fit: qrSize, eccLevel: 'M', margin: [10, 12, 10, 12] }]] },
  layout: { hLineWidth: () => frame, vLineWidth: () => frame, hLineColor: () => colours.ink, vLineColor: () => colours.ink },
})

const placeLine = ({ place, texts: [first] }: PosterPaper): Content => ({
  margin: [0, 10, 0, 6],
  columns: [
    { width: 'auto', text: first?.place ?? '', font: fontOf(first?.language ?? 'ja'), fontSize: 11, noWrap: true, margin: [0, 6, 12, 0] },
    { width: '*', text: place, bold: true, fontSize: fitting(place, inner - 230, 1, 18) },
    { width: 'auto', text: first?.number ?? '', font: fontOf(first?.language ?? 'ja'), fontSize: 11, noWrap: true, margin: [12, 6, 0, 0] },
  ],
})

/** Black and white leaves it dark grey with white types. */
const ambulance = (texts: readonly PosterTexts[]): Content => ({
  table: {
    widths: [110, '*'],
    body: [
      [
        { text: '119', bold: true, fontSize: 50, color: colours.white, margin: [14, 2, 0, 0], border: [false, false, false, false] },
        {
          border: [false, false, false, false],
          color: colours.white,
          margin: [0, 9, 10, 9],
          stack: texts.map(({ language, first119 }, index) => ({
            text: first119,
            font: fontOf(language),
            lineHeight: lineHeightOf(language),
            bold: index === 0,
            fontSize: index === 0 ? fitting(first119, inner - 150, 1, 16) : 11.5,
            margin: [0, index === 0 ? 0 : 3, 0, 0],
          })),
        },
      ],
    ],
  },
  layout: { fillColor: () => gradeColours.emergency.fill },
})

const steps = (texts: readonly PosterTexts[]): Content => ({
  margin: [0, 10, 0, 0],
  table: {
    widths: ['*', '*', '*', '*'],
    body: [
      [0, 1, 2, 3].map((step): TableCell => ({
        margin: [4, 3, 2, 4],
        stack: [
          { text: `${step + 1}`, bold: true, fontSize: 13, color: colours.second },
          ...texts.map(({ language, steps: own }, index): Content => ({
            text: own[step] ?? '',
            font: fontOf(language),
            lineHeight: lineHeightOf(language),
            bold: index === 0,
            fontSize: index === 0 ? fitting(own[step] ?? '', inner / 4 - 22, 1, 13.5) : 10,
            margin: [0, 2, 0, 0],
          })),
        ],
      })),
    ],
  },
  layout: { hLineColor: () => colours.control, vLineColor: () => colours.control, hLineWidth: () => 0.8, vLineWidth: () => 0.8 },
})

const contact = (label: string, value: string | null, language: Language, size: number, width: number): Column => ({
  width: '*',
  stack: [
    { text: label, fontSize: 10.5, font: fontOf(language), lineHeight: lineHeightOf(language) },
    { text: value ?? '　', bold: true, fontSize: value === null ? 12 : fitting(value, width, 1, size), margin: [0, 1, 0, 0] },
  ],
})

const contacts = ({ emergencyPhone, hospitalName, hospitalPhone, address, texts: [first] }: PosterPaper): Content[] => {
  if (first === undefined) return []
  const { language } = first
  const hospital = [first.hospital, hospitalName].filter((text) => text !== null).join('　')
  return [
    {
      margin: [0, 10, 0, 6],
      columns: [
        contact(first.sitePhone, emergencyPhone, language, 24, inner / 2 - 10),
        contact(hospital, hospitalPhone, language, 24, inner / 2 - 10),
      ],
    },
    rule(inner),
    { margin: [0, 6, 0, 0], columns: [contact(first.tell119, address, language, 16, inner)] },
  ]
}

const furtherLanguages = (texts: readonly PosterTexts[]): Content => {
  const shown = new Set(texts.map(({ language }) => language))
  const others = languages.filter((language) => !shown.has(language))
  return {
    margin: [0, 8, 0, 0],
    fontSize: 9,
    color: colours.second,
    text: [
      { text: texts[0]?.procedure == null ? '' : `${texts[0].procedure}　`, font: fontOf(texts[0]?.language ?? 'ja') },
      { text: `${texts[0]?.more ?? ''}：`, font: fontOf(texts[0]?.language ?? 'ja') },
      ...others.flatMap((language, index) => [
        { text: index === 0 ? '' : '・' },
        { text: languageNames[language].own, font: fontOf(language) },
      ]),
    ],
  }
}

/** A poster of one A4 page, for one place: how to report somebody who is unwell, in up to three languages. */
export const posterPaper = (data: PosterPaper): TDocumentDefinitions => {
  const [first] = data.texts
  const title = first?.title ?? ''
  const width = inner - qrSize - 50
  return {
    pageSize: 'A4',
    pageMargins: [page.side, page.top, page.side, 12],
    language: first?.language ?? 'ja',
    info: { title, creator: '見守り', producer: '見守り', creationDate: data.printedAt },
    defaultStyle: { font: paperFont, fontSize: 11, color: colours.ink },
    content: [
      head(data),
      { margin: [0, 8, 0, 12], canvas: [{ type: 'line', x1: 0, y1: 0, x2: inner, y2: 0, lineWidth: 1.6, lineColor: colours.ink }] },
      {
        text: title,
        bold: true,
        fontSize: fitting(title, inner, 1, 44),
        font: fontOf(first?.language ?? 'ja'),
        lineHeight: lineHeightOf(first?.language),
        margin: [0, 0, 0, 10],
      },
      { columnGap: 20, columns: [qr(data.url), { width: '*', stack: invitation(data.texts, width) }] },
      placeLine(data),
      ambulance(data.texts),
      steps(data.texts),
      ...contacts(data),
      furtherLanguages(data.texts),
    ],
  }
}
