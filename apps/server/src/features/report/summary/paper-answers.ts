import { outcomeNames } from '@mimamori/contract/alert'
import { responseRows } from '@mimamori/contract/response-rows'
import type { SafetySummary } from '@mimamori/contract'
import type { Content } from 'pdfmake/interfaces.js'
import { lyingBar } from '../../../shared/printing/bars.ts'
import { ruled } from '../../../shared/printing/table.ts'
import { note, padding, size } from './paper-table.ts'
import { shareText } from './paper-words.ts'

type LyingBars = readonly { readonly name: string; readonly value: number; readonly text: string }[]

/** Of the names and of the numbers, pt. */
const nameWidth = 68
const textWidth = 52

/** Rows of a name, a lying bar and a number, in a width. */
const lyingBars = (rows: LyingBars, whole: number, width: number): Content => {
  const widths = [nameWidth, width - nameWidth - textWidth - 6 * padding.across, textWidth]
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

export const responseBars = (response: SafetySummary['response'], width: number): Content =>
  lyingBars(
    responseRows(response).map(({ name, count, isPart }) => ({
      name: isPart ? `　${name}` : name,
      value: count,
      text: `${count}件 ${shareText(count, response.asked)}`,
    })),
    response.asked,
    width,
  )
