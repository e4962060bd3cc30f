import { gapLimitMs, judgeByHour, pressCall, received, type WorkerReading, type WorkerState } from '@mimamori/heat'
import type { EpisodeLog } from '../../alerts/episodes/episode-log.ts'
import { isNewCall } from './assess-call.ts'
import type { Batch } from './batch.ts'
import { byTime } from './in-time.ts'
import { type AssessedReading, type AttachedReading, officeOfWearer, type UsedHeat } from '../reading.ts'

const minuteMs = 60_000

/** A reading of a worker's vital tag as the judge takes it. The heart rate is that which is stored, so that it can be judged again. */
export const asWorkerReading = (reading: AttachedReading, heat: UsedHeat | null): WorkerReading => ({
  at: reading.at,
  receivedAt: reading.receivedAt,
  heartRate: reading.heartRate === null ? null : Math.round(reading.heartRate),
  wbgt: heat?.wbgt ?? null,
  wbgtRank: heat?.rank ?? 0,
  airTemperature: heat?.temperature ?? null,
  call: isNewCall(reading),
  intervalMinutes: reading.intervalMinutes,
  deviceId: reading.deviceId,
})

/** Turns the judge's results for a worker's readings, in time order, into episodes that open, rise and end. */
export const watchWorker = (
  userId: number,
  before: WorkerState | null,
  readings: readonly AssessedReading[],
  episodes: EpisodeLog,
): void => {
  let condition = { open: before !== null && before.condition !== null, level: before?.condition?.level ?? null }
  let isMissing = before?.missing.open === true
  for (const { reading, worker, heat } of readings) {
    if (worker === null) continue
    const { at } = reading
    const values = {
      at,
      level: worker.totalLevel,
      heartRate: worker.heartRate,
      excess: worker.excess,
      wbgt: heat?.wbgt ?? null,
      heatDeviceId: heat?.deviceId ?? null,
      gatewayId: reading.gatewayId,
      reason: worker.reason ?? worker.heatReason,
    }
    const officeId = officeOfWearer(reading)
    const subject = { companyId: reading.companyId, officeId, userId, deviceId: null }
    if (worker.fresh) {
      const shows = worker.heartRate === null ? null : (worker.heartLevel ?? 0) >= 1
      const ofCondition = { ...subject, kind: 'condition' } as const
      if (worker.conditionEnd !== null) {
        episodes.watch(ofCondition, condition, false, values, worker.conditionEnd)
        condition = { open: false, level: null }
      }
      // It keeps its first reason as long as it lasts: heat alone is no reason of an episode of the heart's.
      const ofHeart = { ...values, level: worker.conditionLevel, reason: worker.reason, shows }
      episodes.watch(ofCondition, condition, worker.conditionOpen, ofHeart)
      episodes.watch({ ...subject, kind: 'noHeartRate' }, { open: isMissing, level: null }, worker.noHeartRate, {
        ...values,
        level: null,
        reason: { kind: 'noHeartRate', limit: 0, minutes: gapLimitMs(worker.intervalMinutes) / minuteMs },
      })
      condition = { open: worker.conditionOpen, level: worker.conditionLevel }
      isMissing = worker.noHeartRate
    }
    if (worker.callAccepted) episodes.call(userId, { ...reading, officeId }, at, worker.emergencyStarted, values)
    else if (worker.emergencyStarted)
      episodes.watch({ ...subject, kind: 'emergency' }, { open: false, level: null }, true, { ...values, reason: worker.emergencyReason })
  }
}

/**
 * A worker's state with the emergency as it counts at `receivedAt` (epoch ms), with the effects in the log: one of too long ago
 * opens as late, and for a late one that continues people are notified.
 * @param items the readings that it was judged from, in time order
 */
export const receiveEmergency = (
  episodes: EpisodeLog,
  userId: number,
  states: { readonly before: WorkerState | null; readonly after: WorkerState },
  items: readonly AssessedReading[],
  receivedAt: number,
): WorkerState => {
  const { before, after } = states
  const opens = (before?.emergency.open ?? null) === null
  const emergency = received(after.emergency, receivedAt, opens)
  const last = items.findLast(({ worker }) => worker?.fresh === true)
  const isCalled = items.some(({ worker }) => worker?.callAccepted === true)
  if (emergency === after.emergency || last === undefined || (opens && isCalled)) return after
  const { reading, worker, heat } = last
  const subject = { kind: 'emergency', companyId: reading.companyId, officeId: officeOfWearer(reading), userId, deviceId: null } as const
  if (emergency.open?.isLate === true) episodes.emergencyIsLate(subject)
  else
    episodes.emergencyGoesOn(subject, {
      at: emergency.open?.countedAt ?? reading.at,
      level: 3,
      heartRate: worker?.heartRate ?? null,
      excess: worker?.excess ?? null,
      wbgt: heat?.wbgt ?? null,
      heatDeviceId: heat?.deviceId ?? null,
      gatewayId: reading.gatewayId,
      reason: worker?.emergencyReason ?? null,
    })
  return { ...after, emergency }
}

/** Judges one worker's readings of a batch: the vital tag's in time order, then presses of other devices' call buttons. */
export const assessWorker = (
  batch: Batch,
  userId: number,
  readings: readonly AttachedReading[],
  heatAt: (reading: AttachedReading) => UsedHeat | null,
): void => {
  const before = batch.stateOf(userId)
  const vitals = readings.filter(({ kind }) => kind === 'vital').toSorted(byTime)
  const common = vitals.at(-1)?.wear?.settings
  let state = before
  if (common !== undefined) {
    const settings = batch.settingsOf(userId, common)
    const used = vitals.map(heatAt)
    const judged = judgeByHour(
      before,
      vitals.map((reading, index) => ({
        ...asWorkerReading(reading, used[index] ?? null),
        expectsWbgt: batch.expectsWbgt(reading),
      })),
      settings,
    )
    batch.keepCheckpoints(userId, judged.checkpoints)
    vitals.forEach((reading, index) => batch.keep(reading, { heat: used[index] ?? null, worker: judged.assessments[index] ?? null }))
    const items = vitals.map((reading) => batch.assessed.get(reading) as AssessedReading)
    watchWorker(userId, before, items, batch.episodes)
    const receivedAt = Math.max(...vitals.map((reading) => reading.receivedAt))
    state = receiveEmergency(batch.episodes, userId, { before, after: judged.state }, items, receivedAt)
  }
  for (const reading of readings.filter((one) => one.kind !== 'vital' && isNewCall(one))) {
    const { at, receivedAt } = reading
    const afterPress = pressCall(state, { at, receivedAt, held: batch.isHeld(reading, state?.emergency.closedAt) })
    state = afterPress.state
    if (afterPress.accepted) batch.episodes.call(userId, { ...reading, officeId: officeOfWearer(reading) }, at, afterPress.started)
  }
  // Without a state there was nothing to judge: a press of a belt for which people were notified already, moved to its right time.
  if (state !== null) batch.workers.set(userId, state)
}
