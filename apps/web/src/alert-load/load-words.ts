import { alertKindNames } from '@mimamori/contract/alert'
import { type AlertLoad, type LoadCounts, loadReasonNames } from '@mimamori/contract/alert-load'

type Reason = Pick<AlertLoad['reasons'][number], 'kind' | 'reason'>

/** What alerts of a kind were about: 最大心拍を超過, 現場の暑さ, データ途絶. */
export const reasonWords = ({ kind, reason }: Reason): string => {
  const name = reason === null ? undefined : loadReasonNames[reason]
  if (kind === 'emergency') return name === undefined ? alertKindNames.emergency : `${alertKindNames.emergency}（${name}）`
  return kind === 'condition' && name !== undefined ? name : alertKindNames[kind]
}

/** The alerts that have no level of a person's: heat of the site, belts, data and devices. */
export const othersOf = ({ siteHeat, belt, device }: LoadCounts): number => siteHeat + belt + device

/** All of them. */
export const sumOf = (counts: LoadCounts): number => counts.emergency + counts.level3 + counts.level2 + counts.level1 + othersOf(counts)

/** A figure to a tenth: 14.2, 1,186. */
export const tenth = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('ja-JP')

/** 7/21 */
export const shortDay = (date: string): string => `${Number(date.slice(5, 7))}/${Number(date.slice(8))}`
