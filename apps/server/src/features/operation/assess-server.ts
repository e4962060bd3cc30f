import { message } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { japanDay } from '../../platform/japan-time.ts'
import { type Assessment, gravest, unused, well } from './assessment.ts'
import { divideProcesses, processName, type ReportedProcess, silenceOf } from './processes.ts'
import {
  certificateAttentionDays,
  certificateNeedsHandDays,
  clockAttentionMs,
  clockNeedsHandMs,
  mentionedMs,
  nearFloor,
  silentProcessMs,
  stoppedMs,
} from './thresholds.ts'

const diskNames = { data: 'データベース', files: '画像と帳票のファイル', work: '一時ファイル', backups: 'バックアップ' } as const

/** What becomes of it below the floor, and what will near it. */
const diskMessages = {
  data: { below: 'diskBelow', near: 'diskNear' },
  files: { below: 'diskBelow', near: 'diskNear' },
  work: { below: 'diskBelowWork', near: 'diskNearWork' },
  backups: { below: 'diskBelowBackups', near: 'diskNearBackups' },
} as const

const inJapanese = (count: number) => count.toLocaleString('ja-JP')
const minutesOf = (ms: number) => Math.floor(ms / 60_000)

type Judgement = Omit<Assessment, 'facts'>

/** The processes: that each role is done, and that all are of one version. */
export const assessServer = (processes: readonly ReportedProcess[], now: Date, aheadMs: number): Assessment => {
  const { running, ended, stopped } = divideProcesses(processes, now, aheadMs, silentProcessMs)
  const done = new Set(running.flatMap(({ roles }) => roles))
  // Somebody must do jobs; readings by HTTP every process takes.
  const missing = [...new Set(['jobs', ...ended.flatMap(({ roles }) => roles)])].filter((role) => !done.has(role)).toSorted()
  const versions = [...new Set(running.map((one) => one.version))].toSorted()
  const silent = ended.find((one) => silenceOf(one, now, aheadMs) <= mentionedMs)
  const left = stopped.filter((one) => silenceOf(one, now, aheadMs) >= stoppedMs)
  const leftRoles = [...new Set(left.flatMap(({ roles }) => roles))].filter((role) => !done.has(role)).toSorted()
  const judgements: (Judgement | undefined)[] = [
    missing.length === 0
      ? undefined
      : {
          state: 'needsHand',
          meaning: message('roleMissing', { roles: missing.join('、') }),
          action: message('roleMissingAction', { roles: missing.join('、') }),
        },
    leftRoles.length === 0
      ? undefined
      : {
          state: 'attention',
          meaning: message('roleStopped', { roles: leftRoles.join('、') }),
          action: message('roleStoppedAction', { roles: leftRoles.join('、') }),
        },
    silent === undefined
      ? undefined
      : {
          state: 'attention',
          meaning: message('processEnded', { process: processName(silent), minutes: minutesOf(silenceOf(silent, now, aheadMs)) }),
          action: message('processEndedAction'),
        },
    versions.length < 2
      ? undefined
      : {
          state: 'attention',
          meaning: message('processVersionsDiffer', { versions: versions.join('、') }),
          action: message('processVersionsAction'),
        },
  ]
  return { ...gravest<Judgement>(well(message('processesRun', { count: running.length })), ...judgements), facts: [] }
}

/** The clocks of the processes that run, against the database's. */
export const assessClock = (processes: readonly ReportedProcess[], now: Date, aheadMs: number): Assessment => {
  const { running } = divideProcesses(processes, now, aheadMs, silentProcessMs)
  const judgements = running.map((one): Judgement | undefined => {
    const off = Math.abs(one.clockAheadMs)
    const said = {
      meaning: message('clockAhead', { process: processName(one), seconds: (off / 1_000).toFixed(1) }),
      action: message('clockAction'),
    }
    if (off >= clockNeedsHandMs) return { state: 'needsHand', ...said }
    if (off >= clockAttentionMs) return { state: 'attention', ...said }
    if (one.facts.isClockSynchronised === false)
      return { state: 'attention', meaning: message('clockUnsynchronised', { process: processName(one) }), action: message('clockAction') }
    return undefined
  })
  return {
    ...gravest<Judgement>(well(message('clockWell')), ...judgements),
    facts: running.map((one) => ({
      name: processName(one),
      value: `${one.clockAheadMs >= 0 ? '+' : '−'}${Math.abs(one.clockAheadMs) / 1_000} 秒`,
    })),
  }
}

/** The disks that the processes see, each machine's by itself. */
export const assessDisk = (processes: readonly ReportedProcess[], now: Date, aheadMs: number): Assessment => {
  const { running } = divideProcesses(processes, now, aheadMs, silentProcessMs)
  // Several processes of one machine see the same disk: the one that looked last counts.
  const disks = new Map(
    running
      .toSorted((one, other) => silenceOf(other, now, aheadMs) - silenceOf(one, now, aheadMs))
      .flatMap(({ host, facts }) =>
        facts.disks.map((disk) => [`${host} ${disk.use}`, { ...disk, host, floor: facts.floorMegabytes }] as const),
      ),
  )
  const judgements = [...disks.values()].map(({ use, freeMegabytes, floor }): Judgement | undefined => {
    const { below, near } = diskMessages[use]
    if (freeMegabytes < floor)
      return { state: 'needsHand', meaning: message(below, { free: inJapanese(freeMegabytes) }), action: message('diskAction') }
    if (freeMegabytes < floor * nearFloor)
      return {
        state: 'attention',
        meaning: message(near, { free: inJapanese(freeMegabytes), floor: inJapanese(floor) }),
        action: message('diskAction'),
      }
    return undefined
  })
  return {
    ...gravest<Judgement>(disks.size === 0 ? unused(message('diskUnseen')) : well(message('diskWell')), ...judgements),
    facts: [...disks.values()].map(({ host, use, freeMegabytes }) => ({
      name: `${host} ${diskNames[use]}`,
      value: `空き ${inJapanese(freeMegabytes)} MB`,
    })),
  }
}

/** The way in over MQTT. */
export const assessBroker = (processes: readonly ReportedProcess[], now: Date, aheadMs: number): Assessment => {
  const { running, ended, stopped } = divideProcesses(processes, now, aheadMs, silentProcessMs)
  const brokers = running.flatMap(({ host, facts: { broker } }) => (broker === null ? [] : [{ host, ...broker }]))
  const without: Judgement = [...ended, ...stopped].some(({ facts }) => facts.broker !== null)
    ? { state: 'unknown', meaning: message('brokerUnseen'), action: message('brokerUnseenAction') }
    : unused(message('brokerUnused'))
  const judgements = brokers.map(({ isConnected, isFull }): Judgement | undefined => {
    if (!isConnected) return { state: 'needsHand', meaning: message('brokerAway'), action: message('brokerAction') }
    return isFull ? { state: 'attention', meaning: message('brokerFull'), action: message('brokerFullAction') } : undefined
  })
  return {
    ...gravest<Judgement>(brokers.length === 0 ? without : well(message('brokerConnected')), ...judgements),
    facts: brokers.map(({ host, isEmbedded, sessions }) => ({
      name: host,
      value: isEmbedded ? `内蔵、接続 ${inJapanese(sessions ?? 0)}` : '外部のブローカー',
    })),
  }
}

const daysUntil = (endsAt: string, now: Date) => Math.floor((Date.parse(endsAt) - now.getTime()) / dayMs)

/** The ends of the certificates that the processes show or meet. */
export const assessCertificates = (processes: readonly ReportedProcess[], now: Date, aheadMs: number): Assessment => {
  const { running } = divideProcesses(processes, now, aheadMs, silentProcessMs)
  const certificates = [
    ...new Map(running.flatMap(({ facts }) => facts.certificates.map((one) => [`${one.name} ${one.endsAt}`, one] as const))).values(),
  ]
  const judgements = certificates.map(({ name, endsAt, isNotLoaded }): Judgement | undefined => {
    const days = daysUntil(endsAt, now)
    if (isNotLoaded && days < certificateAttentionDays)
      return {
        state: days < certificateNeedsHandDays ? 'needsHand' : 'attention',
        meaning: message('certificateNotLoaded', { name }),
        action: message('certificateNotLoadedAction'),
      }
    const action = message('certificateAction')
    if (days < 0) return { state: 'needsHand', meaning: message('certificateEnded', { name }), action }
    if (days < certificateAttentionDays)
      return {
        state: days < certificateNeedsHandDays ? 'needsHand' : 'attention',
        meaning: message('certificateEnds', { name, days }),
        action,
      }
    return undefined
  })
  return {
    ...gravest<Judgement>(
      certificates.length === 0
        ? unused(message('certificatesUnused'))
        : well(message('certificatesWell', { days: Math.min(...certificates.map(({ endsAt }) => daysUntil(endsAt, now))) })),
      ...judgements,
    ),
    facts: certificates.map(({ name, endsAt }) => ({ name, value: `${japanDay(new Date(endsAt)).replaceAll('-', '/')} まで` })),
  }
}
