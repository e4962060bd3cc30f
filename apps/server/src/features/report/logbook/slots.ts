import { estimatedWord } from '@mimamori/contract'
import type { Pool } from 'pg'
import { beginOf } from '../../../shared/monitoring/summaries/due.ts'
import { type HeatSummary, readHeatSummaries } from '../../../shared/monitoring/summaries/read.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { blank, type Line, toTenth } from './line.ts'
import { type BareSlots, isBare } from './bare-slots.ts'
import type { Span, Watcher } from './site.ts'

const highest = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

type Stretches = {
  readonly lengthMs: number
  /** From when on readings are kept, epoch ms. */
  readonly keptFrom: number
  /** Slots since then that have none all the same. */
  readonly bare: BareSlots
}

/** A stretch of a watcher from the ten minutes that lie in it. */
const stretchOf = (watcher: Watcher, begin: number, slots: readonly HeatSummary[], { lengthMs, keptFrom, bare }: Stretches): Line => {
  const count = slots.reduce((sum, slot) => sum + slot.wbgt_count, 0)
  const isEstimated = slots.some(({ estimated_count }) => (estimated_count ?? 0) > 0)
  const isSummary = slots.some(({ slot }) => slot.getTime() < keptFrom || isBare(bare, watcher, slot))
  const total = slots.reduce((sum, slot) => sum + slot.wbgt_sum, 0)
  return {
    ...blank,
    at: new Date(begin),
    until: new Date(begin + lengthMs),
    device: watcher.serial,
    place: watcher.place,
    // Only what has readings behind it can be looked at value by value.
    source: isSummary ? 'summary' : isEstimated ? 'estimated' : 'measured',
    remark: isSummary && isEstimated ? `${estimatedWord}の値を含みます` : null,
    wbgt: highest(slots.map((slot) => slot.wbgt_max)),
    wbgtMean: count === 0 ? null : toTenth(total / count),
    count,
    temperature: highest(slots.map((slot) => slot.temperature_max)),
  }
}

/** Stretches of ten minutes or an hour of the watchers at the site in a span, a line each, in no order. */
export const readStretches = async (
  pool: Pool,
  office: OfficeKey,
  watchers: readonly Watcher[],
  span: Span,
  how: Stretches,
): Promise<Line[]> => {
  const slots = await readHeatSummaries(pool, office, span)
  const ofDevice = Map.groupBy(slots, ({ device_id }) => device_id)
  return watchers.flatMap((watcher) => {
    const stretches = Map.groupBy(ofDevice.get(watcher.deviceId) ?? [], ({ slot }) => beginOf(slot.getTime(), how.lengthMs))
    return [...stretches].map(([begin, inside]) => stretchOf(watcher, begin, inside, how))
  })
}
