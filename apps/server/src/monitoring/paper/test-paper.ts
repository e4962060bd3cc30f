import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Sign } from './mark-figures.ts'
import { mark, markedValue, signNames } from './marks.ts'
import { partHeading, sheet, type Sheet } from './sheet.ts'
import { headingCell, ruled } from './table.ts'

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
