import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { admins, leaders, roles } from './role.ts'
import { DayOrInstant, Instant, listOf, listQuery, severalOf, unlessEmpty, wireFlag, wireInteger } from './wire.ts'
import { hiddenFromKeys, vital } from './read-scope.ts'

export const alertKinds = [
  'condition',
  'emergency',
  'fall',
  'noMotion',
  'deviceHeat',
  'help',
  'report',
  'siteHeat',
  'belt',
  'noHeartRate',
  'silent',
  'gatewaySilent',
  'deviceSilent',
  'siteSilent',
  'barometerMoved',
  'clock',
  'battery',
] as const
export const handlings = ['open', 'acknowledged', 'responding', 'closed'] as const
export const outcomes = ['rested', 'sentHome', 'medical', 'falseAlarm', 'other'] as const

/** Who or what reported it: a device, the person on their own page, or somebody through a site's poster. */
export const alertSources = ['device', 'self', 'poster'] as const
export type AlertSourceKind = (typeof alertSources)[number]

export type AlertKind = (typeof alertKinds)[number]

/** Alarms that a device judged itself (機器の警報), by what it saw. */
export const deviceAlarmKinds = ['fall', 'noMotion', 'deviceHeat', 'help'] as const satisfies readonly AlertKind[]
export type DeviceAlarmKind = (typeof deviceAlarmKinds)[number]

/** The kinds that are an emergency: of accumulated time or a call, and an alarm of a device. Only a person closes one. */
export const emergencyKinds = ['emergency', ...deviceAlarmKinds] as const satisfies readonly AlertKind[]
export type EmergencyKind = (typeof emergencyKinds)[number]

/** Whether an alert of this kind is an emergency. */
export const isEmergencyKind = (kind: AlertKind): kind is EmergencyKind => emergencyKinds.some((emergency) => emergency === kind)

/** Whether an alert of this kind is an alarm that a device judged itself. */
export const isDeviceAlarm = (kind: AlertKind): kind is DeviceAlarmKind => deviceAlarmKinds.some((alarm) => alarm === kind)

/** Alerts of silence (途絶): of a person, a gateway, an instrument and a whole site. */
export const silenceKinds = ['silent', 'gatewaySilent', 'deviceSilent', 'siteSilent'] as const satisfies readonly AlertKind[]
export type SilenceKind = (typeof silenceKinds)[number]

export type Handling = (typeof handlings)[number]
export type Outcome = (typeof outcomes)[number]

/**
 * How a condition ends: by itself, its data lost (途絶のまま), gone to another site or wearer, closed by a person, or an alarm of a
 * device that the device cancelled before anybody was notified.
 */
export const endings = ['recovered', 'lost', 'handedOver', 'closed', 'cancelled'] as const
export type Ending = (typeof endings)[number]

/** What of a person's data is lost (データ途絶). */
export const losses = ['heartRate', 'wbgt', 'signal'] as const
export type Loss = (typeof losses)[number]

/** One line an episode: its condition (startedAt, endedAt) and, apart from that, its handling. */
export const AlertEpisode = z.object({
  id: z.number().int(),
  kind: z.enum(alertKinds),
  userId: z.number().int().nullable(),
  officeId: z.number().int(),
  fullName: z.string().nullable(),
  age: vital(z.number().int().nullable()),
  companyName: z.string(),
  /**
   * Null with all names and places of the office, its leader, who handled it and their note, where it happened at an office
   * that the person has left and the viewer does not see.
   */
  baseName: z.string().nullable(),
  groupName: z.string().nullable(),
  /** The current level while the alert is open, which may have eased; once it has ended, the highest level it had. */
  alertLevel: z.number().int().min(0).max(3).nullable(),
  /** The highest level it had. */
  peakLevel: z.number().int().min(0).max(3).nullable(),
  emergency: z.enum(['0', '1']),
  /** Why it opened or rose, in words: 継続心拍 122 を 5分超過. */
  reason: vital(z.string()),
  /** The same without what reveals a heart rate, an age or an excess, for lists that hide them. */
  plainReason: vital(z.string()),
  heartRate: vital(z.number().int().nullable()),
  excess: z.number().nullable(),
  wbgtValue: z.number().nullable(),
  wbgtMeasurementPoint: z.string().nullable(),
  locationName: z.string().nullable(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** How the condition ended; null while it continues. */
  ending: z.enum(endings).nullable(),
  /** Which data is missing while the alert is open: silence is marked here and has no line of its own. */
  lost: z.array(z.enum(losses)),
  /** '1' where it was over already when its readings came in. */
  late: z.enum(['0', '1']),
  /** '1' where late readings showed that it did not happen: it is in the past only. */
  withdrawn: z.enum(['0', '1']),
  /** '1' in a drill (訓練): the whole chain, and nobody in danger. */
  drill: z.enum(['0', '1']),
  /** When the call button was pressed, by the device's clock, or the latest report made, by the sender's. */
  calledAt: Instant.nullable(),
  source: z.enum(alertSources),
  /** When the call or report that it shows came in; it was made at `startedAt`, or a call at `calledAt`. Null of anything else. */
  receivedAt: Instant.nullable(),
  /** Reports that it gathers; 0 of an alert that nobody reported. */
  reports: z.number().int(),
  handling: z.enum(handlings),
  handledBy: z.string().nullable(),
  handledAt: Instant.nullable(),
  outcome: z.enum(outcomes).nullable(),
  note: vital(z.string().nullable()),
  /** Mails about it that went out. */
  mails: z.number().int(),
  /** Who was last notified again because nobody had answered, and when; null if nobody was notified again. */
  pressed: z
    .object({
      at: Instant,
      /** Of those who were notified by role. */
      roles: z.array(z.enum(roles)),
      /** Somebody was, as being on duty (担当). */
      onDuty: z.boolean(),
      /** Names of the notification channels that were. */
      channels: z.array(z.string()),
    })
    .nullable(),
  /** Whom to call about it: the person themselves while they belong to its office, and the leader of their group. */
  phoneNumber: hiddenFromKeys(z.string().nullable()),
  leaderId: z.number().int().nullable(),
  leaderName: z.string().nullable(),
  leaderContact: hiddenFromKeys(z.string().nullable()),
})
export type AlertEpisode = z.infer<typeof AlertEpisode>

const one = z.object({ id: wireInteger(1) })
const responders = [...admins, ...leaders] as const

/** What narrows the list; days of Japan, the last one included, or instants. */
const filters = {
  allTime: wireFlag.default(false),
  officeId: wireInteger(1).optional(),
  groupId: wireInteger(1).optional(),
  userId: severalOf(wireInteger(1)).optional(),
  from: unlessEmpty(DayOrInstant),
  to: unlessEmpty(DayOrInstant),
  kind: severalOf(z.enum(alertKinds)).optional(),
  handling: severalOf(z.enum(handlings)).optional(),
  /** Real ones alone, drills alone, or both; what does not ask meets no drill. */
  drill: z.enum(['0', '1', 'all']).default('0'),
}

/** What one call acknowledges: one person's alerts as a rule. */
export const mostAcknowledged = 1_000

/** Characters of a note. */
export const longestNote = 1_000

/** The level that the acknowledging person has seen: at a higher one the call is refused. Left out, any counts as seen. */
const SeenLevel = z.union([z.null(), wireInteger(0, 3)])

export const AlertClosing = z.object({
  outcome: z.enum(outcomes),
  note: z
    .string()
    .max(longestNote)
    .nullish()
    .transform((note) => note ?? ''),
})

export const alert = {
  list: endpoint({
    method: 'GET',
    path: '/api/HealthCondition/Alert',
    permission: responders,
    readBy: 'alerts',
    summary: 'アラートのエピソード。allTime=1 は終わったものも含む。',
    query: z.object({
      ...listQuery,
      ...filters,
      alertData: z.string().optional(),
      companyId: wireInteger(1).optional(),
    }),
    answer: listOf(AlertEpisode),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/api/Alert/Waiting',
    permission: responders,
    readBy: 'alerts',
    summary: 'まだだれも対応していない緊急の数。はじめに済ませることが残っている人にも答える。',
    whileOwing: true,
    answer: z.object({ count: z.number().int() }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/HealthCondition/DownloadAlert/:companyId',
    permission: ['AdminUnitService', 'AdminUnitContract'],
    summary: '会社のアラートの一覧をCSVで。絞り込みは一覧と同じ。',
    params: z.object({ companyId: wireInteger(1) }),
    query: z.object(filters),
    answer: z.string(),
    raw: true,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/Alert/:id/Acknowledge',
    permission: responders,
    lane: 'alarm',
    summary: 'アラートを確認済みにする。level（見ていた段階）より上がっていれば断る。',
    params: one,
    body: z.object({ level: SeenLevel.optional() }).optional(),
    answer: AlertEpisode,
  }),
  acknowledgeAll: endpoint({
    method: 'POST',
    path: '/api/Alert/Acknowledge',
    permission: responders,
    lane: 'alarm',
    summary:
      '何件かのアラートを一度に確認済みにする。確認や対応が先に進んでいるものは、そのまま答える。levels は ids の順に見ていた段階で、上がったものがあれば断る。',
    body: z.object({
      ids: z.array(wireInteger(1)).min(1).max(mostAcknowledged),
      levels: z.array(SeenLevel).max(mostAcknowledged).optional(),
    }),
    answer: listOf(AlertEpisode),
  }),
  respond: endpoint({
    method: 'POST',
    path: '/api/Alert/:id/Respond',
    permission: responders,
    lane: 'alarm',
    summary: 'アラートを対応中にする。',
    params: one,
    answer: AlertEpisode,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/Alert/:id/Close',
    permission: responders,
    lane: 'alarm',
    summary: 'アラートの対応を、結果とともに終える。緊急は人だけが終えられる。',
    params: one,
    body: AlertClosing,
    answer: AlertEpisode,
  }),
}

/** How an episode ended, in words. */
export const endingNames: Record<Ending, string> = {
  recovered: '回復',
  lost: '途絶のまま',
  handedOver: '引継ぎ',
  closed: '対応で終了',
  cancelled: '機器が取り消し',
}

/** Shown instead of the name of an office that the person has left and the viewer may not see. */
export const formerOffice = '以前の拠点'

export const alertKindNames: Record<AlertKind, string> = {
  condition: '体調',
  emergency: '緊急',
  fall: '転倒',
  noMotion: '動きなし',
  deviceHeat: '機器の暑さ警報',
  help: '助けを求める通報',
  report: '申告',
  siteHeat: '現場の暑さ',
  belt: '安全帯',
  noHeartRate: '心拍取得不可',
  silent: 'データ途絶',
  gatewaySilent: '親機の途絶',
  deviceSilent: '計測器の途絶',
  siteSilent: '受信停止',
  barometerMoved: '基準器の移動',
  clock: '時計ずれ',
  battery: '電池残少',
}

export const handlingNames: Record<Handling, string> = {
  open: '未対応',
  acknowledged: '確認済み',
  responding: '対応中',
  closed: '完了',
}

export const outcomeNames: Record<Outcome, string> = {
  rested: '休憩して復帰',
  sentHome: '帰宅',
  medical: '医療機関へ',
  falseAlarm: '誤報',
  other: 'その他',
}
