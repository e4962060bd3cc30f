import type { ReportStatistic } from '@mimamori/contract/report'
import { reportTypeNames, reportTypeUnits } from '@mimamori/contract/report-types'
import { HEAT_LEVEL_FROM } from '@mimamori/heat'
import { signed } from '@mimamori/contract/number-words'
import type { Choice, ShownType } from './choice.ts'
import { dateInWords } from './dates.ts'

/** How a value of an hour is written; a level is said by its mark and its word instead. */
export const valueInWords = (type: Exclude<ShownType, 3>, value: number): string => {
  switch (type) {
    case 1:
      return value.toFixed(1)
    case 2:
      return signed(value)
    case 4:
      return String(value)
    default:
      return type satisfies never
  }
}

/** The month or day and the kind of value, with its unit. */
export const titleOf = ({ date, type }: Pick<Choice, 'date' | 'type'>): string =>
  [`${dateInWords(date)}　${reportTypeNames[type]}`, reportTypeUnits[type]].filter((part) => part !== null).join(' ')

export const statisticNames: Record<ReportStatistic, string> = { max: '最大', mean: '平均' }

/** What the highest of a row is called: of means it is the highest of them, which is less than the day's. */
export const highestInWords = (type: ShownType, statistic: ReportStatistic): string =>
  statistic === 'mean' && type !== 3 ? '平均の最大' : '日の最大'

/** The meaning of a cell, written once above the table. */
export const hintOf = ({ statistic, type }: Pick<Choice, 'statistic' | 'type'>): string =>
  type === 3
    ? '1時間の最大（レベルに平均はありません）、空欄は測定なし'
    : `1時間の${statisticNames[statistic]}、下線は${statistic === 'mean' ? '平均' : '一日'}の最大、空欄は測定なし`

/** What a level of a type begins at; nothing where the type has no steps of its own. */
export const stepInWords = (type: ShownType, level: 0 | 1 | 2 | 3): string => {
  if (type !== 2 || level === 0) return ''
  const from = HEAT_LEVEL_FROM[level]
  return `${from === 0 ? '0' : from.toFixed(1)}以上`
}

/** The value that a curve is judged by, drawn beneath it. */
export const referenceOf = (type: ShownType): number | undefined => (type === 2 ? 0 : undefined)
