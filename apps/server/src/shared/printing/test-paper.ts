import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { barChart, lyingBar } from './bars.ts'
import { lineChart } from './lines.ts'
import type { Sign } from './mark-figures.ts'
import { mark, markedValue, signNames } from './marks.ts'
import { contentWidth, partHeading, sheet, type Sheet } from './sheet.ts'
import { headingCell, partTable, ruled } from './table.ts'

type Data = Omit<Sheet, 'content'> & {
  readonly parts: readonly { readonly title: string; readonly signs: readonly Sign[]; readonly days: number }[]
}

/** A paper with a grid of hours a part, every value marked. */
export const gridPaper = ({ parts, ...head }: Data): TDocumentDefinitions =>
  sheet({
    ...head,
    content: parts.map(({ title, signs, days }, part) => ({
      ...(part > 0 && { pageBreak: 'before' as const }),
      stack: [
        partHeading(title, '1時間の最大'),
        {
          layout: ruled({ across: 1, down: 1 }),
          fontSize: 7,
          table: {
            headerRows: 1,
            widths: [36, ...Array.from({ length: 24 }, () => 26), 30],
            body: [
              ['日', ...Array.from({ length: 24 }, (_, hour) => headingCell(`${hour}時`, 'right')), headingCell('最大', 'right')],
              ...Array.from({ length: days }, (_, day) => [
                `${day + 1}日（月）`,
                ...Array.from({ length: 24 }, (__, hour) => {
                  const sign = signs[(day + hour) % signs.length]
                  const text = ((day * 7 + hour * 3) / 10).toFixed(1)
                  return sign === undefined ? { text, alignment: 'right' as const } : markedValue(sign, text, { width: 26, fontSize: 7 })
                }),
                headingCell('30.1', 'right'),
              ]),
            ],
          },
        },
      ],
    })),
  })

/** Every mark, large, with its word. */
export const marksPaper = (signs: readonly Sign[]): TDocumentDefinitions =>
  sheet({
    title: '印',
    facts: [],
    printedBy: '検査',
    printedAt: new Date(0),
    orientation: 'portrait',
    content: signs.map((sign) => ({ margin: 6, columns: [{ width: 60, ...mark(sign, 48) }, signNames[sign]] })),
  })

/** Bars of levels with signs above them, bars with texts, lying bars, and lines with a gap and a reference value. */
export const chartsPaper = (name: string): TDocumentDefinitions => {
  const width = contentWidth('portrait')
  return sheet({
    title: name,
    facts: [],
    printedBy: '検査',
    printedAt: new Date(0),
    orientation: 'portrait',
    content: [
      barChart({
        width,
        height: 150,
        hasAxis: true,
        bars: Array.from({ length: 31 }, (_, day) => ({
          label: String(day + 1),
          isQuiet: day % 7 === 4,
          parts:
            day % 7 === 4
              ? []
              : [
                  { value: day % 17, level: 1 },
                  { value: day % 11, level: 2 },
                  { value: day % 4, level: 3 },
                ],
          ...(day === 19 && { sign: 'emergency' as const }),
        })),
      }),
      barChart({
        width: 220,
        height: 110,
        hasAxis: false,
        bars: [1, 4, 8, 15, 21, 33, 31].map((value, hour) => ({ label: `${hour + 7}`, parts: [{ value }], text: String(value) })),
      }),
      lineChart({
        width,
        height: 110,
        from: 1,
        to: 31,
        labels: [5, 12, 19, 26].map((at) => ({ at, text: '日', isQuiet: true })),
        reference: { value: 28, name: '基準値 28 <℃>' },
        lines: [
          {
            isMain: true,
            hasDots: true,
            points: Array.from({ length: 31 }, (_, day) => [day + 1, day % 7 === 4 ? null : 26 + (day % 6)] as const),
          },
          { isMain: false, hasDots: false, points: Array.from({ length: 31 }, (_, day) => [day + 1, 24.5 + (day % 3)] as const) },
        ],
      }),
      {
        layout: ruled(),
        table: {
          widths: [90, 150, 40],
          body: [
            ['休憩して復帰', lyingBar(58, 58, 140), headingCell('58', 'right')],
            ['帰宅', lyingBar(7, 58, 140), '7'],
            ['医療機関へ', lyingBar(0, 58, 140), '0'],
          ],
        },
      },
    ],
  })
}

/** A paper of so many lines, then a long part and one that is kept together. */
export const partsPaper = (lines: number): TDocumentDefinitions =>
  sheet({
    title: '部',
    facts: [],
    printedBy: '検査',
    printedAt: new Date(0),
    orientation: 'portrait',
    content: [
      ...Array.from({ length: lines }, (_, line) => ({ text: `行${line}` })),
      partTable({
        title: '長い部',
        widths: [90, 90],
        headings: ['見出し', '値'],
        rows: Array.from({ length: 9 }, (_, row) => [`項目${row}`, '1']),
      }),
      { unbreakable: true, stack: [partHeading('短い部'), ...Array.from({ length: 9 }, (_, line) => ({ text: `短い行${line}` }))] },
    ],
  })
