import type { SilenceKind } from '@mimamori/contract'
import { findSilences, type Silence, silenceLimitMs } from '@mimamori/heat'
import type { EpisodeReason, EpisodeSegment } from '../episodes/episode-log.ts'
import type { Retold } from '../episodes/retell.ts'
import type { OpenLine } from './open-lines.ts'
import type { WatchedOffice } from './watched-offices.ts'

/** How the lines of an office's silence are to change. */
export type LineChanges = {
  readonly opening: readonly EpisodeSegment[]
  readonly retold: readonly Retold[]
  /** Somebody they name was heard again. */
  readonly recovered: readonly OpenLine[]
  /** Nobody they name is missed any more, and none of them was heard. */
  readonly over: readonly OpenLine[]
}

const minuteMs = 60_000
const kindOf: Record<Silence['kind'], SilenceKind> = {
  worker: 'silent',
  gateway: 'gatewaySilent',
  instrument: 'deviceSilent',
  site: 'siteSilent',
}

const deviceOf = (silence: Silence): number | null => {
  if (silence.kind === 'gateway') return Number(silence.gatewayId)
  return silence.kind === 'instrument' ? Number(silence.deviceId) : null
}

const subjectOf = (office: WatchedOffice, silence: Silence) => {
  const wearer = silence.kind === 'worker' ? office.workers.find(({ workerId }) => workerId === silence.workerId) : undefined
  return {
    kind: kindOf[silence.kind],
    companyId: office.companyId,
    officeId: office.officeId,
    userId: wearer?.workerId ?? null,
    deviceId: wearer?.deviceId ?? deviceOf(silence),
  }
}

const namedBy = (office: WatchedOffice, silence: Silence) =>
  silence.kind === 'worker' || silence.kind === 'instrument'
    ? []
    : office.workers.filter(({ workerId }) => silence.workerIds.includes(workerId))

const minutesSince = ({ lastSeenAt }: Silence, now: number) => Math.floor((now - lastSeenAt) / minuteMs)

const instrumentReason = (office: WatchedOffice, silence: Silence & { kind: 'instrument' }, now: number): EpisodeReason => {
  const instrument = office.instruments.find(({ deviceId }) => deviceId === silence.deviceId)
  return {
    kind: instrument?.deviceKind === 'barometer' ? 'barometerSilent' : 'watcherSilent',
    limit: 0,
    minutes: minutesSince(silence, now),
    ...(instrument !== undefined && { device: instrument.serial }),
  }
}

const reasonOf = (office: WatchedOffice, silence: Silence, now: number): EpisodeReason => {
  if (silence.kind === 'instrument') return instrumentReason(office, silence, now)
  const named = namedBy(office, silence)
  return {
    kind: kindOf[silence.kind],
    limit: named.length,
    minutes: minutesSince(silence, now),
    ...(silence.kind !== 'worker' && {
      names: named.map(({ fullName }) => fullName),
      userIds: named.map(({ workerId }) => workerId),
    }),
  }
}

const openingOf = (office: WatchedOffice, silence: Silence, now: number): EpisodeSegment => {
  const subject = subjectOf(office, silence)
  const gatewayId = office.workers.find(({ workerId }) => workerId === subject.userId)?.gatewayId ?? null
  const values = { level: null, heartRate: null, excess: null, wbgt: null, heatDeviceId: null }
  const moment = { ...values, at: now, gatewayId, reason: reasonOf(office, silence, now) }
  return { subject, opened: true, moments: [moment], endedAt: null, ending: null, late: false }
}

const matchesSilence = (line: OpenLine, office: WatchedOffice, silence: Silence): boolean => {
  const { kind, userId, deviceId } = subjectOf(office, silence)
  return line.kind === kind && (kind === 'siteSilent' || (kind === 'silent' ? line.userId === userId : line.deviceId === deviceId))
}

const areSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && new Set([...some, ...others]).size === some.length

const isHeard = ({ lastSeenAt, intervalMinutes }: { lastSeenAt: number; intervalMinutes: number | null }, now: number) =>
  now - lastSeenAt <= silenceLimitMs(intervalMinutes)

const isRecovered = (line: OpenLine, { workers, gateways, instruments }: WatchedOffice, now: number): boolean => {
  if (line.kind === 'gatewaySilent') return gateways.some((gateway) => gateway.gatewayId === line.deviceId && isHeard(gateway, now))
  if (line.kind === 'deviceSilent') return instruments.some((device) => device.deviceId === line.deviceId && isHeard(device, now))
  return workers.some((worker) => (line.userId === worker.workerId || line.userIds.includes(worker.workerId)) && isHeard(worker, now))
}

/** What of an office's lines is to change so that they are those of `findSilences`. */
export const lineChanges = (office: WatchedOffice, now: number): LineChanges => {
  const silences = findSilences({ now, ...office })
  const openLine = (silence: Silence) => office.lines.find((line) => matchesSilence(line, office, silence))
  const ending = office.lines.filter((line) => !silences.some((silence) => matchesSilence(line, office, silence)))
  const { recovered = [], over = [] } = Object.groupBy(ending, (line) => (isRecovered(line, office, now) ? 'recovered' : 'over'))
  return {
    opening: silences.filter((silence) => openLine(silence) === undefined).map((silence) => openingOf(office, silence, now)),
    retold: silences.flatMap((silence) => {
      const line = openLine(silence)
      const reason = reasonOf(office, silence, now)
      return line === undefined || areSame(line.userIds, reason.userIds ?? []) ? [] : [{ ...line, reason }]
    }),
    recovered,
    over,
  }
}

/** Whether the lines are up to date. */
export const isSettled = ({ opening, retold, recovered, over }: LineChanges): boolean =>
  opening.length + retold.length + recovered.length + over.length === 0
