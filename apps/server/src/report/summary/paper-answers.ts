import { outcomeNames } from '@mimamori/contract/alert'
import type { SafetySummary } from '@mimamori/contract'
import type { Content } from 'pdfmake/interfaces.js'
import { lyingBar } from '../../monitoring/paper/bars.ts'
import { ruled } from '../../monitoring/paper/table.ts'
import { note, padding, size } from './paper-table.ts'
import { shareText } from './paper-words.ts'

type LyingBars = readonly { readonly name: string; readonly value: number; readonly text: string }[]

/** Rows of a name, a lying bar and a number, in a width. */
const lyingBars = (rows: LyingBars, whole: number, width: number): Content => {
  const widths = [58, width - 58 - 52 - 6 * padding.across, 52]
  return {
    layout: { ...ruled({ across: padding.across, down: 0.5 }), hLineWidth: () => 0 },
    fontSize: size,
    table: {
      widths,
      body: rows.map(({ name, value, text: words }) => [
        name,
        lyingBar(value, Math.max(whole, 1), widths[1] ?? 0),
        { text: words, alignment: 'right' },
      ]),
    },
  }
}

export const outcomeBars = (outcomes: SafetySummary['outcomes'], width: number): Content => {
  if (outcomes.every(({ count }) => count === 0)) return note('結果が入力されたアラートはありません。')
  return lyingBars(
    outcomes.map(({ outcome, count }) => ({ name: outcomeNames[outcome], value: count, text: `${count}件` })),
    Math.max(...outcomes.map(({ count }) => count)),
    width,
  )
}

export const responseBars = ({ asked, within, over30, unanswered }: SafetySummary['response'], width: number): Content =>
  lyingBars(
    [
      ...within.map(({ minutes, count }) => ({ name: `${minutes}分以内`, value: count, text: `${count}件 ${shareText(count, asked)}` })),
      { name: '30分を超過', value: over30, text: `${over30}件 ${shareText(over30, asked)}` },
      { name: '確認なし', value: unanswered, text: `${unanswered}件 ${shareText(unanswered, asked)}` },
    ],
    asked,
    width,
  )
