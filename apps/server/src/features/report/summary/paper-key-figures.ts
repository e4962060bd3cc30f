import { gradeNames } from '@mimamori/contract/labels'
import type { SafetySummary } from '@mimamori/contract'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { colours } from '../../../shared/printing/colours.ts'
import { mark } from '../../../shared/printing/marks.ts'
import { cutTo, dayAndClock, hoursText, minutesText, shareText, wbgtText } from './paper-words.ts'

type KeyFigure = {
  readonly name: string
  readonly sign?: 'emergency' | 3 | 2
  readonly value: string
  readonly unit: string
  readonly note: string
}

const before = ({ previous }: SafetySummary, text: (known: NonNullable<SafetySummary['previous']>) => string): string =>
  previous === null ? '前月の記録なし' : `前月 ${text(previous)}`

const keyFigures = (summary: SafetySummary): KeyFigure[] => {
  const { totals, heat, response } = summary
  const { highest } = heat
  const withinFive = response.within.find(({ minutes }) => minutes === 5)?.count ?? 0
  return [
    {
      name: gradeNames.emergency,
      sign: 'emergency',
      value: String(totals.emergency),
      unit: '件',
      note: before(summary, ({ emergency }) => `${emergency}件`),
    },
    { name: gradeNames[3], sign: 3, value: String(totals.level3), unit: '件', note: before(summary, ({ level3 }) => `${level3}件`) },
    { name: gradeNames[2], sign: 2, value: String(totals.level2), unit: '件', note: before(summary, ({ level2 }) => `${level2}件`) },
    {
      name: 'WBGTの最高',
      value: highest === null ? '―' : wbgtText(highest.wbgt),
      unit: highest === null ? '' : '℃',
      note: highest === null ? '記録なし' : cutTo(`${dayAndClock(highest.at)} ${highest.place}`, { width: 82, size: 7, lines: 2 }),
    },
    {
      name: 'WBGT28・気温31以上',
      value: highest === null ? '―' : hoursText(heat.heatMinutes),
      unit: highest === null ? '' : '時間',
      note: before(summary, ({ heatMinutes }) => `${hoursText(heatMinutes)}時間`),
    },
    {
      name: '確認まで（中央値）',
      value: response.medianSeconds === null ? '―' : minutesText(response.medianSeconds),
      unit: response.medianSeconds === null ? '' : '分',
      note: `5分以内 ${shareText(withinFive, response.asked)}`,
    },
  ]
}

const keyCell = ({ name, sign, value, unit, note }: KeyFigure): TableCell => ({
  stack: [
    { text: name, fontSize: 7.5, color: colours.second },
    {
      columns: [
        ...(sign === undefined || value === '0'
          ? []
          : [{ width: 17, margin: [0, 5, 0, 0] satisfies [number, number, number, number], ...mark(sign, 14) }]),
        {
          width: '*',
          text: [
            { text: value, fontSize: 16, bold: true },
            { text: ` ${unit}`, fontSize: 8, color: colours.second },
          ],
        },
      ],
    },
    { text: note, fontSize: 7, color: colours.second },
  ],
})

/** What matters first, in a row, beside the month before. */
export const keyRow = (summary: SafetySummary): Content => ({
  margin: [0, 0, 0, 2],
  layout: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => colours.control,
    vLineColor: () => colours.rule,
    paddingLeft: () => 5,
    paddingRight: () => 2,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  },
  table: { widths: Array.from({ length: 6 }, () => '*'), body: [keyFigures(summary).map(keyCell)] },
})
