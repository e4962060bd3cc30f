import {
  altitudeCm,
  DEFAULT_HEAT_BASIS,
  HEART_RATE_MISSING_MS,
  isBatteryLow,
  judgeBatch,
  judgeBelt,
  judgeWatcher,
  pressCall,
  type WorkerState,
} from '@mimamori/heat'
import { EpisodeLog } from '../monitoring/episodes/episode-log.ts'
import { heatLookup } from './heat-lookup.ts'
import { judgedAt, newestAt } from './judged-at.ts'
import { concernsWorker, type DeviceJudge, type Recent, type States, type StoredDevice } from './load-state.ts'
import type { AssessedReading, AttachedReading, UsedHeat } from './reading.ts'

const recentSpanMs = 30 * 60_000

export type Assessed = {
  readonly readings: AssessedReading[]
  readonly workers: Map<number, WorkerState>
  readonly devices: Map<number, DeviceJudge>
  readonly episodes: EpisodeLog
}

const byTime = (a: AttachedReading, b: AttachedReading) => judgedAt(a) - judgedAt(b)

const withRecent = (recent: readonly Recent[], value: Recent): Recent[] =>
  [...recent.filter(([at]) => at > value[0] - recentSpanMs && at !== value[0]), value].toSorted((a, b) => a[0] - b[0])

const emptyDevice: StoredDevice = { lastAt: null, battery: null, judge: {} }

/** Judges one batch. Pure: the same readings and states give the same result, in whatever order the readings stand. */
export const assess = (readings: readonly AttachedReading[], states: States): Assessed => {
  const assessed = new Map<AttachedReading, AssessedReading>()
  const devices = new Map<number, DeviceJudge>()
  const workers = new Map<number, WorkerState>()
  const episodes = new EpisodeLog()
  const sources = new Map(states.sources.map((source) => [source.deviceId, { ...source, recent: source.recent }]))
  const judgeOf = (deviceId: number): DeviceJudge => devices.get(deviceId) ?? (states.devices.get(deviceId) ?? emptyDevice).judge
  const keep = (reading: AttachedReading, more: Partial<AssessedReading> = {}) =>
    assessed.set(reading, { reading, heat: null, worker: null, altitudeCm: null, heatLevel: null, ...more })

  const remember = (reading: AttachedReading, kind: 'heat' | 'barometer', value: Recent, judge: DeviceJudge) => {
    const recent = withRecent(judge.recent ?? [], value)
    devices.set(reading.deviceId, { ...judge, recent })
    sources.set(reading.deviceId, { officeId: reading.officeId, deviceId: reading.deviceId, kind, recent })
  }

  const assessWatcher = (reading: AttachedReading) => {
    const judge = judgeOf(reading.deviceId)
    const at = judgedAt(reading)
    const limit = states.heatLimits.get(reading.officeId) ?? DEFAULT_HEAT_BASIS.limitWbgt
    const before = judge.watcher ?? null
    const { state, assessment } = judgeWatcher(
      before,
      { at, receivedAt: reading.receivedAt, wbgt: reading.wbgt },
      {
        referenceWbgt: limit,
      },
    )
    devices.set(reading.deviceId, { ...judge, watcher: state })
    if (assessment.counts && assessment.usable !== null)
      remember(reading, 'heat', [assessment.usable.at, assessment.usable.wbgt, reading.temperature], judgeOf(reading.deviceId))
    keep(reading, { heatLevel: assessment.fresh ? assessment.heatLevel : null })
    if (!assessment.fresh) return
    episodes.watch(
      { kind: 'siteHeat', companyId: reading.companyId, officeId: reading.officeId, userId: null, deviceId: reading.deviceId },
      { open: (before?.hold.shown ?? 0) >= 1, level: before?.hold.shown ?? null },
      assessment.episodeOpen,
      {
        at,
        level: assessment.heatLevel,
        heartRate: null,
        excess: assessment.excess,
        wbgt: reading.wbgt,
        heatDeviceId: reading.deviceId,
        gatewayId: null,
        reason: { kind: 'heat', limit, minutes: 0 },
      },
    )
  }

  const assessBelt = (reading: AttachedReading) => {
    const at = judgedAt(reading)
    const reference = reading.linkedDeviceId === null ? undefined : sources.get(reading.linkedDeviceId)
    const pressure = reference === undefined ? undefined : newestAt(reference.recent, at)
    const height =
      reading.pressure === null || pressure === undefined
        ? null
        : altitudeCm(
            { at, pressurePa: reading.pressure },
            { at: pressure[0], pressurePa: pressure[1], temperatureCelsius: pressure[2] },
            reading.altitudeOffsetCm,
          )
    keep(reading, { altitudeCm: height })
    if (reading.wear === null) return
    const judge = judgeOf(reading.deviceId)
    const before = judge.belt ?? null
    const { state, assessment } = judgeBelt(
      before,
      {
        at,
        receivedAt: reading.receivedAt,
        hook: reading.hook,
        altitudeCm: height,
        intervalMinutes: reading.intervalMinutes,
        wearId: reading.wear.wearId,
      },
      reading.wear.beltSettings,
    )
    devices.set(reading.deviceId, { ...judge, belt: state })
    if (!assessment.fresh) return
    episodes.watch(
      { kind: 'belt', companyId: reading.companyId, officeId: reading.officeId, userId: reading.wear.userId, deviceId: reading.deviceId },
      { open: before?.openSince != null, level: 3 },
      assessment.open,
      {
        at,
        level: 3,
        heartRate: null,
        excess: null,
        wbgt: null,
        heatDeviceId: null,
        gatewayId: reading.gatewayId,
        reason: { kind: 'belt', limit: reading.wear.beltSettings.settingAltitudeCm, minutes: reading.wear.beltSettings.onWaitingMinutes },
      },
    )
  }

  for (const reading of readings.filter(({ kind }) => kind === 'heat').toSorted(byTime)) assessWatcher(reading)
  for (const reading of readings.filter(({ kind }) => kind === 'barometer').toSorted(byTime)) {
    if (reading.pressure !== null)
      remember(reading, 'barometer', [judgedAt(reading), reading.pressure, reading.temperature], judgeOf(reading.deviceId))
    keep(reading)
  }
  for (const reading of readings.filter(({ kind }) => kind === 'belt').toSorted(byTime)) assessBelt(reading)
  for (const reading of readings) if (!assessed.has(reading)) keep(reading)

  const heatAt = heatLookup(states, [...sources.values()])
  const ofWorkers = Map.groupBy(readings.filter(concernsWorker), (reading) => reading.wear?.userId ?? 0)
  for (const [userId, own] of ofWorkers) {
    const stored = states.workers.get(userId)
    workers.set(userId, assessWorker(userId, stored?.judge ?? null, own, heatAt, assessed, episodes))
  }
  for (const reading of readings) watchBattery(reading, states, episodes)
  return { readings: readings.map((reading) => assessed.get(reading) as AssessedReading), workers, devices, episodes }
}

const assessWorker = (
  userId: number,
  before: WorkerState | null,
  readings: readonly AttachedReading[],
  heatAt: (reading: AttachedReading) => UsedHeat | null,
  assessed: Map<AttachedReading, AssessedReading>,
  episodes: EpisodeLog,
): WorkerState => {
  const vitals = readings.filter(({ kind }) => kind === 'vital').toSorted(byTime)
  const used = vitals.map(heatAt)
  const settings = vitals.at(-1)?.wear?.settings
  let state = before
  if (settings !== undefined) {
    const judged = judgeBatch(
      before,
      vitals.map((reading, index) => ({
        at: judgedAt(reading),
        receivedAt: reading.receivedAt,
        heartRate: reading.heartRate,
        wbgt: used[index]?.wbgt ?? null,
        call: reading.call,
        intervalMinutes: reading.intervalMinutes,
        wearId: reading.wear?.wearId ?? 0,
      })),
      settings,
    )
    state = judged.state
    vitals.forEach((reading, index) => {
      const worker = judged.assessments[index]
      if (worker !== undefined) assessed.set(reading, { reading, heat: used[index] ?? null, worker, altitudeCm: null, heatLevel: null })
    })
    watchWorker(
      userId,
      before,
      vitals.map((reading) => assessed.get(reading) as AssessedReading),
      episodes,
    )
  }
  for (const reading of readings.filter(({ kind }) => kind !== 'vital')) {
    const pressed = pressCall(state, { at: judgedAt(reading), receivedAt: reading.receivedAt })
    state = pressed.state
    if (pressed.accepted) episodes.call(userId, reading, judgedAt(reading), pressed.started)
  }
  if (state === null) throw new Error(`worker ${userId} was judged on no reading`)
  return state
}

/** Turns what the judge said of a worker's readings, in time order, into episodes that open, rise and end. */
const watchWorker = (userId: number, before: WorkerState | null, readings: readonly AssessedReading[], episodes: EpisodeLog) => {
  let condition = { open: (before?.heart.hold.shown ?? 0) >= 1, level: before?.total ?? null }
  let isMissing = before?.at != null && before.spell !== null && before.at - before.spell >= HEART_RATE_MISSING_MS
  for (const { reading, worker, heat } of readings) {
    if (worker === null) continue
    const at = judgedAt(reading)
    const values = {
      at,
      level: worker.totalLevel,
      heartRate: worker.heartRate,
      excess: worker.excess,
      wbgt: heat?.wbgt ?? null,
      heatDeviceId: heat?.deviceId ?? null,
      gatewayId: reading.gatewayId,
      reason: worker.reason,
    }
    const subject = { companyId: reading.companyId, officeId: reading.officeId, userId, deviceId: null }
    if (worker.fresh) {
      episodes.watch({ ...subject, kind: 'condition' }, condition, worker.conditionOpen, values)
      episodes.watch({ ...subject, kind: 'noHeartRate' }, { open: isMissing, level: null }, worker.noHeartRate, {
        ...values,
        level: null,
        reason: { kind: 'noHeartRate', limit: 0, minutes: HEART_RATE_MISSING_MS / 60_000 },
      })
      condition = { open: worker.conditionOpen, level: worker.totalLevel }
      isMissing = worker.noHeartRate
    }
    if (worker.callAccepted) episodes.call(userId, reading, at, worker.emergencyStarted, values)
    else if (worker.emergencyStarted)
      episodes.watch({ ...subject, kind: 'emergency' }, { open: false, level: null }, true, { ...values, reason: worker.emergencyReason })
  }
}

const watchBattery = (reading: AttachedReading, states: States, episodes: EpisodeLog) => {
  if (reading.battery === null) return
  const worker = reading.kind === 'vital' && reading.wear !== null ? states.workers.get(reading.wear.userId) : undefined
  const device = states.devices.get(reading.deviceId)
  const lastAt = worker?.lastAt ?? device?.lastAt ?? null
  if (lastAt !== null && reading.at <= lastAt) return
  const before = worker === undefined ? (device?.battery ?? null) : worker.deviceId === reading.deviceId ? worker.battery : null
  episodes.watch(
    {
      kind: 'battery',
      companyId: reading.companyId,
      officeId: reading.officeId,
      userId: reading.wear?.userId ?? null,
      deviceId: reading.deviceId,
    },
    { open: isBatteryLow(before), level: null },
    isBatteryLow(reading.battery),
    {
      at: judgedAt(reading),
      level: null,
      heartRate: null,
      excess: null,
      wbgt: null,
      heatDeviceId: null,
      gatewayId: reading.gatewayId,
      reason: { kind: 'battery', limit: reading.battery, minutes: 0 },
    },
  )
}
