import type { HealthDetail } from './health-condition.ts'
import { lostNames } from './labels.ts'

type Item = HealthDetail['listData'][number]

/** That a level was kept, and for want of what; undefined where it was judged. */
export const keptLevelInWords = (held: Item['kept']): string | undefined =>
  held.length === 0 ? undefined : `${held.map((name) => lostNames[name]).join('・')}なしのため保持`

/** By how much a device's clock was wrong, minutes: 時計の進み 11分を補正. */
export const correctionInWords = (minutes: number): string => {
  const size = Math.abs(minutes)
  const hours = Math.floor(size / 60)
  const text = hours === 0 ? `${size}分` : `${hours}時間${size % 60 === 0 ? '' : `${size % 60}分`}`
  return `時計の${minutes < 0 ? '遅れ' : '進み'} ${text}を補正`
}
