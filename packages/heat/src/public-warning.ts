/** Band of daily life: 危険, 厳重警戒, 警戒, 注意, ほぼ安全. */
export type DailyLifeBand = 'danger' | 'severeWarning' | 'warning' | 'caution' | 'almostSafe'

/** Band of daily life for a WBGT in °C; NaN is `almostSafe`, so pass finite values. Source: Ministry of the Environment. */
export function dailyLifeBand(wbgt: number): DailyLifeBand {
  if (wbgt >= 31) return 'danger'
  if (wbgt >= 28) return 'severeWarning'
  if (wbgt >= 25) return 'warning'
  if (wbgt >= 21) return 'caution'
  return 'almostSafe'
}

/** Public heat-stroke alert (警戒アラート, 特別警戒アラート) of a WBGT in °C, or `null`. Source: Ministry of the Environment. */
export function heatStrokeAlert(wbgt: number): 'alert' | 'specialAlert' | null {
  if (wbgt >= 35) return 'specialAlert'
  if (wbgt >= 33) return 'alert'
  return null
}
