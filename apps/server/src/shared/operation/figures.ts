import type { ChannelType } from '@mimamori/contract'
import type { BackupState } from '../../platform/backup/backup-runs.ts'
import type { FreeSpaceOf } from '../../platform/files/free-space.ts'

/** How bad an alert is, for those who run the product: an emergency, a report (申告), a level of 総合アラート, or anything else. */
export const alertGrades = ['emergency', 'report', 'level3', 'level2', 'level1', 'other'] as const
export type AlertGrade = (typeof alertGrades)[number]

/** Where notices leave through an outbox. What lamps are shown has none: each process counts its own (`shared/lamp-signal`). */
export const noticeWays = ['mail', 'push', 'channel'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** Alerts of one grade that are open: neither over nor closed, no drill, and not of long ago when their readings came. */
export type OpenAlerts = {
  readonly open: number
  /** Those that nobody has acknowledged; low batteries and wrong clocks, of which nobody is notified, are left out. */
  readonly unacknowledged: number
  readonly oldestUnacknowledgedAt: Date | null
  /** Of the unacknowledged: those of more than ten minutes ago, after which somebody should ask, and of more than twelve hours ago. */
  readonly unanswered: number
  readonly forgotten: number
}

/** What waits in an outbox. At most 10,000 are counted (`mostCounted`), the urgent first. */
export type NoticeFigures = {
  /**
   * Whether anything leaves at all: false for mails without SMTP_URL, and for pushes without a sender. What waits there waits for ever,
   * so that its age says nothing.
   */
  readonly isOn: boolean
  /** Reached nobody yet. Those for browsers that are gone and for channels that are switched off or broken are left out. */
  readonly queued: number
  /** Those of them that are about emergencies. */
  readonly queuedUrgent: number
  readonly oldestQueuedAt: Date | null
  readonly oldestUrgentAt: Date | null
  /** Of those written within the last hour: how many left, and how many were given up because they could not be delivered. */
  readonly sentLately: number
  readonly failedLately: number
}

/** The notification channels of one type that are switched on, those of them that failed three times in a row, and what waits for the others. */
export type ChannelFigures = { readonly type: ChannelType; readonly enabled: number; readonly broken: number; readonly queued: number }

/** What alive monitoring misses at the sites that are within their working hours now, by its own rules, from its open alerts. */
export type SilentDevices = {
  /** People whose tag is not heard, each for themselves or as one of a gateway's or a site's. */
  readonly wearers: number
  readonly gateways: number
  /** Heat-index watchers and reference barometers. */
  readonly instruments: number
  /** Sites where two people or more are missed, and nobody's tag has been heard for a quarter of an hour. */
  readonly sites: number
}

/** What could be silent, counted once a minute at most. */
export type ExpectedDevices = Readonly<Record<keyof SilentDevices, number>>

/** A recurring job, by its last turn in whichever process (`job_run`). */
export type JobFigures = {
  readonly name: string
  /** Past its interval since it was last done, or since its turns fail, seconds; 0 while it is in time. A turn that takes long counts as late. */
  readonly overdueSeconds: number
  /** Since when its turns fail; null where the last one did not. */
  readonly failingSince: Date | null
}

/** The operating figures of an installation: of all companies together, without a name. Times are as of the product's clock. */
export type OperationFigures = {
  readonly readAt: Date
  readonly alerts: Readonly<Record<AlertGrade, OpenAlerts>>
  /** Open emergencies and reports that nobody has acknowledged and of which nobody at all could be notified. */
  readonly unreached: number
  /** Alerts that nobody has acknowledged, whose notices wait for ten minutes, while none has reached anybody by any way. */
  readonly unsent: number
  /** What happened to alerts and was not yet looked at by the job that decides whom to notify. */
  readonly undecided: {
    readonly count: number
    /** Since when the same one is seen to wait by this process. */
    readonly waitsSince: Date | null
  }
  readonly notices: Readonly<Record<NoticeWay, NoticeFigures>>
  readonly channels: readonly ChannelFigures[]
  readonly silent: SilentDevices
  readonly expected: ExpectedDevices
  /** Every recurring job, by name. Empty before the first process with the role `jobs` was started. Noted every ten seconds. */
  readonly jobs: readonly JobFigures[]
  /** Files and trials that people wait for. */
  readonly fileJobs: { readonly waiting: number; readonly oldestWaitingAt: Date | null }
  /** What is free on the disks of this process's machine, each once; null where it cannot be read. */
  readonly disk: { readonly free: readonly FreeSpaceOf[]; readonly floorMegabytes: number } | null
  /**
   * The forecasts of stations that open sites use; null where the public service is off (WBGT_SERVICE_URL). Announced three times a day,
   * of some stations from April to October alone.
   */
  readonly forecast: {
    readonly stations: number
    /** Whether all of them are announced now: from May to late October. */
    readonly isInSeason: boolean
    /** Stations without any forecast of the last two days. */
    readonly without: number
    /** When the oldest of the stations' newest forecasts was issued, those without one left out. */
    readonly oldestIssuedAt: Date | null
  } | null
  /** Backups by schedule; all null where none was ever made. */
  readonly backups: BackupState
  /** Whether this process is set to make them (BACKUP_DIR). */
  readonly isBackupScheduled: boolean
  /** This machine's clock less the database's, ms; exact to about half the time of a round trip. */
  readonly clockAheadMs: number
  /** Companies that cannot be reached, because their node of the cluster is away. They are in none of the figures. */
  readonly companiesAway: number
}
