import { z } from 'zod'
import { type AlertKind, isEmergencyKind } from './alert.ts'
import { ChannelSecrets, ChannelSettings, channelTypes } from './channel-fields.ts'
import { endpoint } from './endpoint.ts'
import { requiredText } from './field.ts'
import { language } from './language.ts'
import { admins } from './role.ts'
import { Day, Instant, listOf, listQuery, Nothing, unlessAbsent, WireClock, wireFlag, wireInteger } from './wire.ts'
import { webhookTypes } from './webhook-event.ts'

/**
 * The lowest level that a channel is sent: 1 注意, 2 警戒, 3 危険, and 4 緊急 alone. Emergencies, calls, reports and alarms of devices
 * go to every channel.
 */
export const channelLevels = [1, 2, 3, 4] as const
export type ChannelLevel = (typeof channelLevels)[number]
const level = wireInteger().pipe(z.literal(channelLevels))

/** What a channel may be sent beside emergencies, calls, reports and alarms of devices, which always go out. */
export const channelKinds = ['condition', 'siteHeat', 'belt', 'silent', 'device'] as const
export type ChannelKind = (typeof channelKinds)[number]

export const channelKindNames: Readonly<Record<ChannelKind, string>> = {
  condition: '体調',
  siteHeat: '現場の暑さ',
  belt: '安全帯',
  silent: '途絶',
  device: '機器',
}

/** Which of a channel's kinds an alert is of; undefined of what goes to every channel, and of what nobody is notified of. */
export const channelKindOf = (kind: Exclude<AlertKind, 'battery' | 'clock'>): ChannelKind | 'always' => {
  if (isEmergencyKind(kind)) return 'always'
  switch (kind) {
    case 'report':
      return 'always'
    case 'condition':
    case 'siteHeat':
    case 'belt':
      return kind
    case 'noHeartRate':
    case 'silent':
    case 'siteSilent':
      return 'silent'
    case 'gatewaySilent':
    case 'deviceSilent':
    case 'barometerMoved':
      return 'device'
    default:
      return kind satisfies never
  }
}

/** Hours in Japan's time, `from` in and `to` out; past midnight where `to` is earlier. */
const Hours = z
  .object({ from: WireClock, to: WireClock })
  .refine(({ from, to }) => from !== to, { path: ['to'], params: { rule: 'channelHours' } })
export type ChannelHours = z.output<typeof Hours>

/**
 * How far a delivery has got: `retrying` after an attempt that failed, `failed` for good, `superseded` where somebody answered the
 * alert before it could leave.
 */
export const deliveryStates = ['waiting', 'retrying', 'sent', 'failed', 'superseded'] as const
export type ChannelDeliveryState = (typeof deliveryStates)[number]

export const deliveryStateNames: Readonly<Record<ChannelDeliveryState, string>> = {
  waiting: '送信待ち',
  retrying: '再送中',
  sent: '届きました',
  failed: '届いていません',
  superseded: '不要になり送っていません',
}

const outcome = {
  state: z.enum(deliveryStates),
  /** The HTTP status that the channel answered; null where it answered nothing. */
  status: z.number().int().nullable(),
  /** Why the last attempt did not deliver it, in words; null where it did, or there was none. */
  reason: z.string().nullable(),
  /** What the channel answered, at most 1,000 characters, kept for 30 days. */
  detail: z.string().nullable(),
  /** How long the last attempt took, ms. */
  durationMs: z.number().int().nullable(),
}

/** One message to a channel, as far as the list of deliveries shows it. */
export const ChannelDelivery = z.object({
  id: z.number().int(),
  at: Instant,
  ...outcome,
  /** The alert; null of a trial, and of an event that is about none. */
  alertId: z.number().int().nullable(),
  level: z.number().int().min(0).max(3).nullable(),
  emergency: z.boolean(),
  drill: z.boolean(),
  /** Somebody pressed 試しに送る. */
  test: z.boolean(),
  /** What a webhook was sent; null of a message. */
  eventType: z.enum(webhookTypes).nullable(),
  /** It was sent again, since somebody asked for a replay. */
  replay: z.boolean(),
  /** 危険, 緊急・呼出. Removed with the body after 30 days, as `place` and `person` are. */
  urgency: z.string().nullable(),
  place: z.string().nullable(),
  /** Null where the channel is sent no names. */
  person: z.string().nullable(),
  /** How many messages went out together with it in one digest (まとめ); null where it went alone. */
  digestCount: z.number().int().nullable(),
  /** The step of the escalation, from 1. */
  step: z.number().int().nullable(),
  attempts: z.number().int(),
  sentAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
  /** Its text and the channel's answer were removed after 30 days. */
  bodyGone: z.boolean(),
})
export type ChannelDelivery = z.infer<typeof ChannelDelivery>

/** A destination outside the product that is sent alerts (通知先). What is secret of it is in no answer. */
export const NotificationChannel = z.object({
  id: z.string(),
  companyId: z.number().int(),
  companyName: z.string(),
  /** Null where it is sent what happens at every site of the company. */
  officeId: z.number().int().nullable(),
  officeName: z.string().nullable(),
  type: z.enum(channelTypes),
  name: z.string(),
  isEnabled: z.boolean(),
  /** Masked: `https://example.com/…7f2c`. Null where it is the provider's own. */
  url: z.string().nullable(),
  settings: ChannelSettings,
  /** Which of its secrets are set. */
  secretsSet: z.array(z.string()),
  level: z.literal(channelLevels),
  kinds: z.array(z.enum(channelKinds)),
  hours: z.object({ from: z.string(), to: z.string() }).nullable(),
  language,
  /** Surname and place go out; otherwise the place alone. */
  withNames: z.boolean(),
  /** Since three attempts in a row failed; null while it works. */
  failing: z.object({ since: Instant, failures: z.number().int(), reason: z.string() }).nullable(),
  last: z.object({ at: Instant, ...outcome }).nullable(),
  /** Deliveries of the last seven days. */
  week: z.object({ count: z.number().int(), failed: z.number().int() }),
  version: z.number().int(),
})
export type NotificationChannel = z.infer<typeof NotificationChannel>

/** A channel that was saved. `secret` (`whsec_…`) signs for one that became a webhook by it, in this answer alone. */
export const SavedChannel = NotificationChannel.extend({ secret: z.string().optional() })
export type SavedChannel = z.infer<typeof SavedChannel>

/** Whether a channel is sent anything: `failing` since three attempts in a row failed, `off` where 使う is not ticked. */
export const channelStates = ['working', 'failing', 'off'] as const

/** `at`: when it was sent something last. */
export const notificationChannelSortKeys = ['name', 'type', 'at'] as const

const name = requiredText(100)
const kinds = z.array(z.enum(channelKinds)).transform((given) => channelKinds.filter((kind) => given.includes(kind)))
/** The whole address as it is called; the masked one of an answer keeps what is stored. */
const url = z.string().trim().max(2_000).nullable()

export const NotificationChannelDraft = z.object({
  /** Left out: the company of the one who makes it. */
  companyId: wireInteger(1).optional(),
  officeId: wireInteger(1).nullish(),
  type: z.enum(channelTypes),
  name,
  isEnabled: wireFlag.default(true),
  url: url.optional(),
  settings: ChannelSettings.default({}),
  secrets: ChannelSecrets.default({}),
  level: level.default(3),
  kinds: kinds.default(['condition', 'siteHeat', 'belt']),
  hours: Hours.nullish(),
  language: language.default('ja'),
  /** A contract-unit administrator of the company alone may switch it on. */
  withNames: wireFlag.default(false),
})

/** What is left out stays as it is, secrets among it. Another type asks for the address and the secrets again. */
export const NotificationChannelChange = z.object({
  id: z.string().min(1).max(100),
  version: wireInteger(1).optional(),
  type: unlessAbsent(z.enum(channelTypes)),
  name: unlessAbsent(name),
  isEnabled: unlessAbsent(wireFlag),
  url: unlessAbsent(url),
  settings: unlessAbsent(ChannelSettings),
  secrets: unlessAbsent(ChannelSecrets),
  level: unlessAbsent(level),
  kinds: unlessAbsent(kinds),
  hours: unlessAbsent(Hours.nullable()),
  language: unlessAbsent(language),
  withNames: unlessAbsent(wireFlag),
})

/** Which message a preview shows. */
export const channelSamples = ['condition', 'emergency', 'siteHeat', 'belt', 'silent'] as const

export const ChannelPreview = z.object({
  /** As a reader sees it, in the channel's language. */
  message: z.object({
    level: z.number().int().min(0).max(3).nullable(),
    emergency: z.boolean(),
    urgency: z.string(),
    person: z.string().nullable(),
    rows: z.array(z.object({ label: z.string(), value: z.string() })),
    link: z.object({ label: z.string(), url: z.string() }).nullable(),
    at: Instant,
  }),
  /** What is sent to the letter, secrets masked. Null where it cannot be made: `fault` says why. */
  request: z.object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
  fault: z.string().nullable(),
})
export type ChannelPreview = z.infer<typeof ChannelPreview>

export const ChannelTestResult = z.object(outcome)
export type ChannelTestResult = z.infer<typeof ChannelTestResult>

const byId = { params: z.object({ id: z.string().min(1).max(100) }) }
const path = '/api/NotificationChannel'

export const notificationChannel = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    summary: '通知先の一覧。会社と拠点の、アラートを社外のサービスに知らせる先。',
    query: z.object({
      ...listQuery,
      companyId: wireInteger(1).optional(),
      officeId: wireInteger(1).optional(),
      type: z.enum(channelTypes).optional(),
      state: z.enum(channelStates).optional(),
    }),
    answer: listOf(NotificationChannel),
  }),
  one: endpoint({ method: 'GET', path: `${path}/:id`, permission: admins, summary: '通知先。', ...byId, answer: NotificationChannel }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    summary:
      '通知先を作る。officeId がなければ会社のすべての拠点。氏名を送るのは、契約管理者だけが選べる。Webhookの合言葉（secret）はこの答えにだけある。',
    body: NotificationChannelDraft,
    answer: SavedChannel,
  }),
  update: endpoint({
    method: 'PUT',
    path,
    permission: admins,
    summary: '通知先を変える。送らない項目と合言葉はそのまま残る。契約管理者のほかが送り先を変えると、氏名は送らなくなる。',
    body: NotificationChannelChange,
    answer: SavedChannel,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    permission: admins,
    summary: '通知先を削除する。すぐに送らなくなる。送った記録も消える。',
    ...byId,
    answer: Nothing,
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/:id/Test`,
    permission: admins,
    lane: 'outside',
    summary: '通知先に試しの1件を送り、相手の答えを返す。',
    ...byId,
    answer: ChannelTestResult,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: `${path}/:id/Deliveries`,
    permission: admins,
    summary: '通知先に送った記録。from から to まで（どちらもその日を含む）。新しい順。',
    ...byId,
    query: z.object({ ...listQuery, state: z.enum(deliveryStates).optional(), from: Day.optional(), to: Day.optional() }),
    answer: listOf(ChannelDelivery),
  }),
  preview: endpoint({
    method: 'GET',
    path: `${path}/:id/Preview`,
    permission: admins,
    summary: '通知先に届く見本と、送る内容そのもの（合言葉は伏せる）。',
    ...byId,
    query: z.object({
      sample: z.enum(channelSamples).default('condition'),
      /** Before they are saved. */
      language: language.optional(),
      withNames: wireFlag.optional(),
    }),
    answer: ChannelPreview,
  }),
}
