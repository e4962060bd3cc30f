import { type AlertGrade, alertGrades, type ChannelFigures, type NoticeWay, noticeWays, type OperationFigures } from './figures.ts'

/** One value of a measure, with its labels; a measure without any is left out. */
type Value = { readonly labels?: Readonly<Record<string, string>>; readonly value: number }

/** A figure of the installation as Prometheus reads it. */
export type Measure = {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  readonly valuesOf: (figures: OperationFigures) => readonly Value[]
}

/** As of when the figures were read: 0 where nothing waits, so that a rule needs no second condition. */
const ageOf = (at: Date | null, { readAt }: OperationFigures): number =>
  at === null ? 0 : Math.max(0, (readAt.getTime() - at.getTime()) / 1_000)

const ofGrades =
  (valueOf: (grade: AlertGrade, figures: OperationFigures) => number): Measure['valuesOf'] =>
  (figures) =>
    alertGrades.map((level) => ({ labels: { level }, value: valueOf(level, figures) }))

const ofWays =
  (valueOf: (way: NoticeWay, figures: OperationFigures) => number): Measure['valuesOf'] =>
  (figures) =>
    noticeWays.map((way) => ({ labels: { way }, value: valueOf(way, figures) }))

// What waits where nothing leaves waits for ever.
const ofOpenWays =
  (valueOf: (way: NoticeWay, figures: OperationFigures) => number): Measure['valuesOf'] =>
  (figures) =>
    noticeWays.filter((way) => figures.notices[way].isOn).map((way) => ({ labels: { way }, value: valueOf(way, figures) }))

const ofChannelTypes =
  (valueOf: (channels: ChannelFigures) => number): Measure['valuesOf'] =>
  ({ channels }) =>
    channels.map((ofType) => ({ labels: { type: ofType.type }, value: valueOf(ofType) }))

const one =
  (valueOf: (figures: OperationFigures) => number): Measure['valuesOf'] =>
  (figures) => [{ value: valueOf(figures) }]

const ofKinds =
  (valueOf: (figures: OperationFigures) => Readonly<Record<string, number>>): Measure['valuesOf'] =>
  (figures) =>
    Object.entries(valueOf(figures)).map(([kind, value]) => ({ labels: { kind: kind.replace(/s$/, '') }, value }))

const bytesOfMegabyte = 2 ** 20

/** Whether people are in danger and nobody answers. */
const ofAlerts: readonly Measure[] = [
  {
    name: 'mimamori_alerts_open',
    help: 'Alerts that are open, without drills, by level',
    labels: ['level'],
    valuesOf: ofGrades((level, { alerts }) => alerts[level].open),
  },
  {
    name: 'mimamori_alerts_unacknowledged',
    help: 'Open alerts that nobody has acknowledged, by level',
    labels: ['level'],
    valuesOf: ofGrades((level, { alerts }) => alerts[level].unacknowledged),
  },
  {
    name: 'mimamori_alerts_unacknowledged_oldest_age_seconds',
    help: 'How long ago the oldest open alert began that nobody has acknowledged, by level; 0 where there is none',
    labels: ['level'],
    valuesOf: ofGrades((level, figures) => ageOf(figures.alerts[level].oldestUnacknowledgedAt, figures)),
  },
  {
    name: 'mimamori_alerts_unanswered',
    help: 'Open alerts that nobody has acknowledged for ten minutes to twelve hours, by level',
    labels: ['level'],
    valuesOf: ofGrades((level, { alerts }) => alerts[level].unanswered),
  },
  {
    name: 'mimamori_alerts_forgotten',
    help: 'Open alerts that nobody has acknowledged for more than twelve hours, by level',
    labels: ['level'],
    valuesOf: ofGrades((level, { alerts }) => alerts[level].forgotten),
  },
  {
    name: 'mimamori_alerts_unreached',
    help: 'Open emergencies and reports that nobody has acknowledged and of which nobody could be notified',
    valuesOf: one(({ unreached }) => unreached),
  },
  {
    name: 'mimamori_alerts_unsent',
    help: 'Alerts that nobody has acknowledged, whose notices wait for ten minutes while none has reached anybody by any way',
    valuesOf: one(({ unsent }) => unsent),
  },
]

/** Whether alarms reach people. */
const ofNotices: readonly Measure[] = [
  {
    name: 'mimamori_alert_events_undecided',
    help: 'What happened to alerts and was not yet looked at by the job that decides whom to notify',
    valuesOf: one(({ undecided }) => undecided.count),
  },
  {
    name: 'mimamori_alert_events_undecided_wait_seconds',
    help: 'How long the process has seen the same of these wait; 0 where there is none',
    valuesOf: one((figures) => ageOf(figures.undecided.waitsSince, figures)),
  },
  {
    name: 'mimamori_notices_enabled',
    help: '1 where notices leave by this way: mails with SMTP_URL, pushes with a sender',
    labels: ['way'],
    valuesOf: ofWays((way, { notices }) => Number(notices[way].isOn)),
  },
  {
    name: 'mimamori_notices_queued',
    help: 'Notices that wait and have reached nobody yet, up to 10,000',
    labels: ['way'],
    valuesOf: ofOpenWays((way, { notices }) => notices[way].queued),
  },
  {
    name: 'mimamori_notices_urgent_queued',
    help: 'Those of them that are about emergencies',
    labels: ['way'],
    valuesOf: ofOpenWays((way, { notices }) => notices[way].queuedUrgent),
  },
  {
    name: 'mimamori_notices_queued_oldest_age_seconds',
    help: 'How long ago the oldest notice was written that waits; 0 where none does',
    labels: ['way'],
    valuesOf: ofOpenWays((way, figures) => ageOf(figures.notices[way].oldestQueuedAt, figures)),
  },
  {
    name: 'mimamori_notices_urgent_queued_oldest_age_seconds',
    help: 'How long ago the oldest notice of an emergency was written that waits; 0 where none does',
    labels: ['way'],
    valuesOf: ofOpenWays((way, figures) => ageOf(figures.notices[way].oldestUrgentAt, figures)),
  },
  {
    name: 'mimamori_channels_enabled',
    help: 'Notification channels that are switched on, by type',
    labels: ['type'],
    valuesOf: ofChannelTypes(({ enabled }) => enabled),
  },
  {
    name: 'mimamori_channels_broken',
    help: 'Those of them that failed three times in a row',
    labels: ['type'],
    valuesOf: ofChannelTypes(({ broken }) => broken),
  },
  {
    name: 'mimamori_channel_notices_queued',
    help: 'What waits for channels that work, by type; up to 10,000 of all',
    labels: ['type'],
    valuesOf: ofChannelTypes(({ queued }) => queued),
  },
]

/** Whether data comes in. */
const ofDevices: readonly Measure[] = [
  {
    name: 'mimamori_devices_silent',
    help: 'What alive monitoring misses at sites within their working hours: wearers, gateways, instruments, whole sites',
    labels: ['kind'],
    valuesOf: ofKinds(({ silent }) => silent),
  },
  {
    name: 'mimamori_devices_expected',
    help: 'Worn tags, installed gateways and instruments, and sites that are open',
    labels: ['kind'],
    valuesOf: ofKinds(({ expected }) => expected),
  },
  {
    name: 'mimamori_forecast_stations',
    help: 'Stations of the public heat service that open sites use',
    valuesOf: ({ forecast }) => (forecast === null ? [] : [{ value: forecast.stations }]),
  },
  {
    name: 'mimamori_forecast_in_season',
    help: '1 while forecasts are announced for all stations, from May to late October',
    valuesOf: ({ forecast }) => (forecast === null ? [] : [{ value: Number(forecast.isInSeason) }]),
  },
  {
    name: 'mimamori_forecast_stations_without',
    help: 'Those of them without a forecast of the last two days',
    valuesOf: ({ forecast }) => (forecast === null ? [] : [{ value: forecast.without }]),
  },
  {
    name: 'mimamori_forecast_oldest_age_seconds',
    help: 'How long ago the oldest of the newest forecasts of these stations was issued',
    valuesOf: (figures) => (figures.forecast?.oldestIssuedAt == null ? [] : [{ value: ageOf(figures.forecast.oldestIssuedAt, figures) }]),
  },
]

/** Whether the machinery does its work. */
const ofWork: readonly Measure[] = [
  {
    // Prometheus itself gives each series a label `job`.
    name: 'mimamori_task_overdue_seconds',
    help: 'How long past its interval each recurring job is, or fails',
    labels: ['task'],
    valuesOf: ({ jobs }) => jobs.map(({ name, overdueSeconds }) => ({ labels: { task: name }, value: overdueSeconds })),
  },
  {
    name: 'mimamori_file_jobs_waiting',
    help: 'Files and trials that people wait for and no process has begun',
    valuesOf: one(({ fileJobs }) => fileJobs.waiting),
  },
  {
    name: 'mimamori_file_jobs_waiting_oldest_age_seconds',
    help: 'How long ago the oldest of these was requested; 0 where there is none',
    valuesOf: one((figures) => ageOf(figures.fileJobs.oldestWaitingAt, figures)),
  },
  {
    name: 'mimamori_disk_floor_bytes',
    help: 'Below so much free space uploads are refused (DISK_FLOOR_MB)',
    valuesOf: ({ disk }) => (disk === null ? [] : [{ value: disk.floorMegabytes * bytesOfMegabyte }]),
  },
  {
    name: 'mimamori_backup_age_seconds',
    help: 'How long ago the newest whole backup by schedule was begun',
    valuesOf: (figures) => (figures.backups.lastGood === null ? [] : [{ value: ageOf(figures.backups.lastGood.startedAt, figures) }]),
  },
  {
    name: 'mimamori_backup_scheduled',
    help: '1 where backups are to be made by schedule (BACKUP_DIR)',
    valuesOf: one(({ isBackupScheduled }) => Number(isBackupScheduled)),
  },
  {
    name: 'mimamori_backup_check_age_seconds',
    help: 'How long ago the newest check of a backup was begun',
    valuesOf: (figures) => (figures.backups.lastCheck === null ? [] : [{ value: ageOf(figures.backups.lastCheck.startedAt, figures) }]),
  },
  {
    name: 'mimamori_backup_failed',
    help: '1 where the last backup by schedule, or the last check of one, failed',
    labels: ['kind'],
    valuesOf: ({ backups }) =>
      [backups.lastBackup, backups.lastCheck].flatMap((run) =>
        run === null ? [] : [{ labels: { kind: run.kind }, value: Number(run.state === 'failed') }],
      ),
  },
  {
    name: 'mimamori_clock_ahead_seconds',
    help: "This machine's clock less the database's",
    valuesOf: one(({ clockAheadMs }) => clockAheadMs / 1_000),
  },
  {
    name: 'mimamori_companies_away',
    help: 'Companies on a node of the cluster that is away: they are in none of the figures',
    valuesOf: one(({ companiesAway }) => companiesAway),
  },
]

/** The figures of the installation that `/metrics` gives, the same in every process. */
export const measures: readonly Measure[] = [...ofAlerts, ...ofNotices, ...ofDevices, ...ofWork]
