import type { HealthDetail } from '@mimamori/contract/health-condition'

type Item = HealthDetail['listData'][number]

const whatIsMissing = { heartRate: '心拍', wbgt: 'WBGT' } as const

/** That a level was kept, and for want of what; undefined where it was judged. */
export const keptInWords = (kept: Item['kept']): string | undefined =>
  kept.length === 0 ? undefined : `${kept.map((name) => whatIsMissing[name]).join('・')}なしのため保持`

/** By how much a device's clock was wrong, minutes: 時計の進み 11分を補正. */
export const correctionInWords = (minutes: number): string => {
  const size = Math.abs(minutes)
  const hours = Math.floor(size / 60)
  const text = hours === 0 ? `${size}分` : `${hours}時間${size % 60 === 0 ? '' : `${size % 60}分`}`
  return `時計の${minutes < 0 ? '遅れ' : '進み'} ${text}を補正`
}
