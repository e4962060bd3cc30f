import { z } from 'zod'
import { connectionTypes } from './connection.ts'
import { endpoint } from './endpoint.ts'
import { deviceAlarms, readingKinds } from './ingest.ts'
import { admins } from './role.ts'
import { Day, Instant, Nothing, wireFlag, wireInteger } from './wire.ts'

/** Ways by which readings come in. */
export const ingestWays = ['http', 'mqtt'] as const
export type IngestWay = (typeof ingestWays)[number]

/** What sends to a site: a key of its gateways, or a connection to another system. */
const senderTypes = ['key', ...connectionTypes] as const
export type SenderType = (typeof senderTypes)[number]

const count = z.number().int()

/** How many readings were refused for a reason, in the words in which the sender is answered. */
const RefusedCount = z.object({ reason: z.string(), count })

/** What a key or connection sent. One that is revoked, ended or deleted is listed as long as it sent in the working day. */
export const IngestSender = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(senderTypes),
  /** Its readings are answered and neither judged nor stored. */
  trial: z.boolean(),
  /** When the key was revoked or the connection deleted. */
  revokedAt: Instant.nullable(),
  /** The last day in Japan that a key is good for; null where it has no end. */
  endsOn: Day.nullable(),
  /** That day is over: what comes with the key is refused. */
  isEnded: z.boolean(),
  /** By which way its latest message came; null where that is not known. */
  via: z.enum(ingestWays).nullable(),
  /** When its latest message came. */
  lastAt: Instant.nullable(),
  /** Readings that came in each of 60 clock minutes, refused ones included; the last is the running minute. */
  perMinute: z.array(count),
  /** Of the working day. */
  accepted: count,
  duplicates: count,
  /** Of the working day, the most frequent first. */
  rejected: z.array(RefusedCount),
})
export type IngestSender = z.infer<typeof IngestSender>

/** Refusals of a day in Japan that are alike: of the same sender, device, field and reason. */
export const IngestRefusal = z.object({
  /** The latest of them. */
  at: Instant,
  /** The first of them. */
  since: Instant,
  count,
  keyId: z.string(),
  keyName: z.string(),
  /** Null where the message as a whole, or the kind itself, could not be read. */
  kind: z.enum(readingKinds).nullable(),
  device: z.string().nullable(),
  field: z.string().nullable(),
  reason: z.string(),
  /** What the latest held in the field, as JSON of at most 40 characters; null for all fields that can say how or where somebody is. */
  value: z.string().nullable(),
})
export type IngestRefusal = z.infer<typeof IngestRefusal>

/** A device that sent within a day and is not registered at the site. */
export const UnknownSender = z.object({
  kind: z.enum(readingKinds),
  serialNumber: z.string(),
  /** How many readings it has sent; 0 for a gateway that is only named by readings of other devices. */
  count,
  since: Instant,
  lastAt: Instant,
  /** By which key or connection it sent last; null where that is not known. */
  keyId: z.string().nullable(),
  keyName: z.string().nullable(),
  /** False where no device of its kind can have such a number. */
  isRegistrable: z.boolean(),
})
export type UnknownSender = z.infer<typeof UnknownSender>

/** So many devices are named of those whose readings have a field that is not read. */
export const mostNamedDevices = 10

/** A field of readings that is not read. A reading is taken without it, unless it is refused for something else. */
export const UnreadField = z.object({
  kind: z.enum(readingKinds).nullable(),
  field: z.string(),
  /** The field that seems to be meant; null where none is alike. */
  hint: z.string().nullable(),
  count,
  lastAt: Instant,
  keyId: z.string(),
  keyName: z.string(),
  /** Devices whose readings had it, at most `mostNamedDevices`. */
  devices: z.array(z.string()),
  /** An administrator has hidden it: 知らせない. */
  muted: z.boolean(),
})
export type UnreadField = z.infer<typeof UnreadField>

/** A device of the site whose clock is wrong. Its readings count at their corrected time, moved by `errorSeconds` with their spacing kept. */
export const WrongClock = z.object({
  kind: z.enum(readingKinds),
  serialNumber: z.string(),
  deviceName: z.string().nullable(),
  /** By how much it is ahead; negative where it is behind. */
  errorSeconds: z.number().int(),
  /** Since when an error of over two minutes is known; null for a smaller one. */
  since: Instant.nullable(),
  lastAt: Instant.nullable(),
})
export type WrongClock = z.infer<typeof WrongClock>

export const IngestStatus = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  /** When this was read. */
  at: Instant,
  /** The working day of the site: its date, when it began, and its readings of all senders but trial keys. */
  today: z.object({ date: Day, from: Instant, accepted: count, duplicates: count, rejected: count }),
  keys: z.array(IngestSender),
  /** The newest first, at most 200. */
  refusals: z.array(IngestRefusal),
  unknownDevices: z.array(UnknownSender),
  unknownFields: z.array(UnreadField),
  clocks: z.array(WrongClock),
  /** Devices of the site heard within a day, of which `clocks` are at most 200. */
  heardDevices: count,
})
export type IngestStatus = z.infer<typeof IngestStatus>

/** What a field of a reading was read as. */
const ReadValue = z.object({
  field: z.string(),
  /** Null for one that counts as not sent: a heart rate that cannot be, a place at 0/0, an accuracy that is not known. */
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  /** As people write it; null for what has none. */
  unit: z.string().nullable(),
})

/** What would become of one reading. Nothing of it is kept. */
export const IngestTrial = z.object({
  outcome: z.enum(['accepted', 'duplicate', 'refused']),
  /** Why it is refused, and the field that this is about. */
  reason: z.string().nullable(),
  field: z.string().nullable(),
  /** What was sent in that field, as JSON of at most 40 characters; null where it was not sent. */
  value: z.string().nullable(),
  values: z.array(ReadValue),
  /** The call button is down: taken, this is an emergency. */
  call: z.boolean(),
  /** What the device judged itself: taken, this is an emergency, too. Null where the reading says nothing of an alarm, or cancels one. */
  alarm: z.enum(deviceAlarms).nullable(),
  /** The WBGT in °C that is estimated where a meter gives none; null for all other readings. */
  estimatedWbgt: z.number().nullable(),
  /** The gateway that it names and that is not registered at the site. The reading is taken all the same. */
  unknownGateway: z.string().nullable(),
  warnings: z.array(z.object({ field: z.string(), hint: z.string().nullable() })),
  device: z
    .object({
      kind: z.enum(readingKinds),
      serialNumber: z.string(),
      deviceName: z.string().nullable(),
      officeId: z.number().int(),
      officeName: z.string(),
      /** It belongs to another site of the company, for which the reading counts. */
      isElsewhere: z.boolean(),
    })
    .nullable(),
  /** Somebody wears the device at the time of the reading. */
  isWorn: z.boolean(),
  /** Who that is; null where nobody does, or where this is not for the requester to see. */
  wearer: z.object({ userId: z.number().int(), fullName: z.string() }).nullable(),
  /** When it was measured, by a right clock; null where it is refused. */
  at: Instant.nullable(),
  /** By how much the device's clock is ahead, for which the time is corrected. */
  clockErrorSeconds: z.number().int(),
})
export type IngestTrial = z.infer<typeof IngestTrial>

const ofSite = z.object({ officeId: wireInteger(1).optional() })

export const ingestStatus = {
  read: endpoint({
    method: 'GET',
    path: '/api/IngestStatus',
    permission: admins,
    summary: '拠点の受信の状況。受信キーごとの件数、断った測定値、登録のない機器、読まない項目、ずれている時計。1〜2秒前の状態。',
    query: ofSite,
    answer: IngestStatus,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/IngestStatus/Download',
    permission: admins,
    summary: '断った測定値のCSV。同じ日の、同じ機器・同じ理由は1行。',
    query: ofSite,
    answer: z.string(),
    raw: true,
  }),
  muteField: endpoint({
    method: 'PUT',
    path: '/api/IngestStatus/UnreadField',
    permission: admins,
    summary: '読まない項目を、受信の状況で知らせない、または再び知らせる。',
    body: z.object({
      officeId: wireInteger(1).optional(),
      kind: z.enum(readingKinds).nullable(),
      /** As it was sent: it is no text that somebody types. */
      field: z.string().max(100),
      muted: wireFlag,
    }),
    answer: Nothing,
  }),
  trial: endpoint({
    method: 'POST',
    path: '/api/IngestStatus/Trial',
    permission: admins,
    summary: '測定値を1件、試しに読む。保存も判定もしない。受け取るか、何が読めたか、どの機器かを答える。',
    body: z.object({ officeId: wireInteger(1).optional(), reading: z.unknown() }),
    answer: IngestTrial,
  }),
}
