import { gapLimitMs, judgeBatch, pressCall, type WorkerState } from '@mimamori/heat'
import type { EpisodeLog } from '../monitoring/episodes/episode-log.ts'
import type { Batch } from './batch.ts'
import { byTime } from './in-time.ts'
import type { AssessedReading, AttachedReading, UsedHeat } from './reading.ts'

const minuteMs = 60_000

/** Turns what the judge said of a worker's readings, in time order, into episodes that open, rise and end. */
const watchWorker = (userId: number, before: WorkerState | null, readings: readonly AssessedReading[], episodes: EpisodeLog) => {
  let condition = { open: before !== null && before.condition !== null, level: before?.total ?? null }
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
    const subject = { companyId: reading.companyId, officeId: reading.officeId, userId, deviceId: null }
    if (worker.fresh) {
      const shows = worker.heartRate === null ? null : (worker.heartLevel ?? 0) >= 1
      const ofCondition = { ...subject, kind: 'condition' } as const
      if (worker.conditionEnd !== null) {
        episodes.watch(ofCondition, condition, false, values, worker.conditionEnd)
        condition = { open: false, level: null }
      }
      episodes.watch(ofCondition, condition, worker.conditionOpen, { ...values, shows })
      episodes.watch({ ...subject, kind: 'noHeartRate' }, { open: isMissing, level: null }, worker.noHeartRate, {
        ...values,
        level: null,
        reason: { kind: 'noHeartRate', limit: 0, minutes: gapLimitMs(worker.intervalMinutes) / minuteMs },
      })
      condition = { open: worker.conditionOpen, level: worker.totalLevel }
      isMissing = worker.noHeartRate
    }
    if (worker.callAccepted) episodes.call(userId, reading, at, worker.emergencyStarted, values)
    else if (worker.emergencyStarted)
      episodes.watch({ ...subject, kind: 'emergency' }, { open: false, level: null }, true, { ...values, reason: worker.emergencyReason })
  }
}

/** Judges one worker's readings of a batch: the vital tag's in time order, then presses of other devices' call buttons. */
export const assessWorker = (
  batch: Batch,
  userId: number,
  readings: readonly AttachedReading[],
  heatAt: (reading: AttachedReading) => UsedHeat | null,
): void => {
  const before = batch.states.workers.get(userId)?.judge ?? null
  const vitals = readings.filter(({ kind }) => kind === 'vital').toSorted(byTime)
  const settings = vitals.at(-1)?.wear?.settings
  let state = before
  if (settings !== undefined) {
    const used = vitals.map(heatAt)
    const judged = judgeBatch(
      before,
      vitals.map((reading, index) => ({
        at: reading.at,
        receivedAt: reading.receivedAt,
        heartRate: reading.heartRate,
        wbgt: used[index]?.wbgt ?? null,
        wbgtRank: used[index]?.source === 'public' ? 2 : 0,
        call: reading.call,
        intervalMinutes: reading.intervalMinutes,
        deviceId: reading.deviceId,
      })),
      settings,
    )
    state = judged.state
    vitals.forEach((reading, index) => batch.keep(reading, { heat: used[index] ?? null, worker: judged.assessments[index] ?? null }))
    watchWorker(
      userId,
      before,
      vitals.map((reading) => batch.assessed.get(reading) as AssessedReading),
      batch.episodes,
    )
  }
  for (const reading of readings.filter(({ kind }) => kind !== 'vital')) {
    const pressed = pressCall(state, { at: reading.at, receivedAt: reading.receivedAt, held: batch.isHeld(reading) })
    state = pressed.state
    if (pressed.accepted) batch.episodes.call(userId, reading, reading.at, pressed.started)
  }
  if (state === null) throw new Error(`worker ${userId} was judged on no reading`)
  batch.workers.set(userId, state)
}
