import {
  countingValues,
  DEFAULT_HEAT_BASIS,
  isPlausibleWbgt,
  isSiteHeatOpen,
  judgeWatcher,
  siteHeatLimit,
  workersAtSource,
} from '@mimamori/heat'
import { siteHeatReason } from '../../alerts/site-heat/reason.ts'
import { recentOf } from '../load/past-values.ts'
import type { Batch } from './batch.ts'
import type { AttachedReading } from '../reading.ts'

/** Whether the watcher's value of a time that counts was estimated. */
const isEstimated = (batch: Batch, { deviceId }: AttachedReading, at: number | null): boolean =>
  batch.source(deviceId)?.recent.find(([time]) => time === at)?.[3] === true

/** Judges one reading of a heat-index watcher, and the heat of its site with it; answers whether it came in its turn. */
const assessWatcher = (batch: Batch, reading: AttachedReading): boolean => {
  const { at } = reading
  const { exposedWorkers: everybody, heatLimits } = batch.states
  const workers = workersAtSource(
    everybody.filter(({ watcherId }) => watcherId === reading.deviceId),
    at,
    reading.receivedAt,
  )
  const limit = siteHeatLimit(workers, heatLimits.get(reading.officeId) ?? DEFAULT_HEAT_BASIS.limitWbgt)
  const before = batch.judgeOf(reading.deviceId).watcher ?? null
  const { state, assessment } = judgeWatcher(before, { at, wbgt: reading.wbgt }, { referenceWbgt: limit })
  const { usable, fresh } = assessment
  batch.keep(reading, { heatLevel: fresh ? assessment.heatLevel : null })
  if (!fresh) return false
  batch.keepJudge(reading.deviceId, { watcher: state })
  if (assessment.counts && usable !== null) batch.remember(reading, 'heat', recentOf({ ...reading, ...usable }))
  const { episodeOpen, endedAt, lostAt } = assessment
  const held = { open: before !== null && isSiteHeatOpen(before), level: before?.hold.shown ?? null }
  if (!held.open && !episodeOpen) return true
  const subject = {
    kind: 'siteHeat',
    companyId: reading.companyId,
    officeId: reading.officeId,
    userId: null,
    deviceId: reading.deviceId,
  } as const
  const moment = {
    at,
    level: assessment.heatLevel,
    heartRate: null,
    excess: assessment.excess,
    wbgt: usable?.wbgt ?? null,
    heatDeviceId: reading.deviceId,
    gatewayId: null,
    // An open episode stays open a little below the limit, but people are not notified again for that.
    shows: assessment.excess === null ? null : assessment.excess >= 0,
    reason: siteHeatReason(limit, workers, usable?.wbgt ?? null, isEstimated(batch, reading, usable?.at ?? null)),
  }
  // A level held without a value expired between the readings; this reading begins a new episode.
  if (lostAt !== null) batch.episodes.watch(subject, held, false, moment, { at: lostAt, ending: 'lost' })
  const current = lostAt === null ? held : { open: false, level: null }
  batch.noteSiteHeat({ ...subject, ...moment }, episodeOpen)
  batch.episodes.watch(subject, current, episodeOpen, moment, { at: endedAt ?? at, ending: 'recovered' })
  return true
}

/** Makes the values of a watcher that came late count for the readings of their own time, beside those known of it. */
const countLate = (batch: Batch, late: readonly AttachedReading[]): void => {
  const [first] = late
  if (first === undefined) return
  const known = (batch.source(first.deviceId)?.recent ?? []).map(([at, wbgt]) => ({ at, wbgt, counted: true, reading: null }))
  const came = late.flatMap((reading) =>
    reading.wbgt === null || !isPlausibleWbgt(reading.wbgt) ? [] : [{ at: reading.at, wbgt: reading.wbgt, counted: false, reading }],
  )
  for (const { at, wbgt, reading } of countingValues([...known, ...came]))
    if (reading !== null) batch.remember(reading, 'heat', recentOf({ ...reading, at, wbgt }))
}

/** Judges the watchers' readings of a batch, which are in time order. */
export const assessWatchers = (batch: Batch, readings: readonly AttachedReading[]): void => {
  const late = readings.filter((reading) => !assessWatcher(batch, reading))
  for (const own of Map.groupBy(late, ({ deviceId }) => deviceId).values()) countLate(batch, own)
}
