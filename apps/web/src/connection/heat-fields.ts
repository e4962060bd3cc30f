import type { MappedField, MappingEntry } from '@mimamori/contract/connection-mapping'

/** What a WBGT is estimated from where a meter gives none. */
const estimatedFrom: readonly MappedField[] = ['temperature', 'humidity', 'globe']

/** Whether a mapping fills what heat is judged by: a WBGT, or all that it is estimated from. */
export const canJudgeHeat = (entries: readonly MappingEntry[]): boolean => {
  const filled = new Set(entries.map(({ to }) => to))
  return filled.has('wbgt') || estimatedFrom.every((field) => filled.has(field))
}

/** What people read about a meter by which heat cannot be judged. */
export const noHeatJudged = '暑さの判定には使えません。判定には、WBGTか、気温・湿度・黒球温度の3つが要ります。'
