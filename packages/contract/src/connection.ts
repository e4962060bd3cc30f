import { z } from 'zod'
import { Mapping, mappedFields } from './connection-mapping.ts'
import { endpoint } from './endpoint.ts'
import { optionalCode, requiredText } from './field.ts'
import { IngestAnswer, readingKinds } from './ingest.ts'
import { admins } from './role.ts'
import { Instant, listOf, listQuery, Nothing, unlessAbsent, wireInteger, wireText } from './wire.ts'

/** The network servers of LoRaWAN whose messages are taken: ChirpStack v4, The Things Stack v3. */
export const connectionTypes = ['chirpstack', 'tts'] as const
export type ConnectionType = (typeof connectionTypes)[number]

/** Devices that a connection holds at most. */
export const mostConnectionDevices = 1_000

/** DevEUIs without a device that are listed of a connection. */
export const mostUnknownDevEuis = 200

/** So long a connection's last messages are kept for the form, and so large one may be, as JSON. */
export const keptMessageDays = 7
export const mostMessageBytes = 16_000

/** 16 hexadecimal digits as printed on a device, in any case and with or without separators; kept in small letters. */
export const DevEui = wireText
  .pipe(z.string().min(1).max(100))
  .transform((text) => text.replaceAll(/[\s:.,_‐‑‒–—―−-]/g, '').toLowerCase())
  .pipe(z.string().refine((text) => /^[0-9a-f]{16}$/.test(text), { params: { rule: 'devEui' } }))

/** The id of an application of ChirpStack, by which its messages are found at a broker: a UUID. */
export const ApplicationId = optionalCode(100)
  .transform((text) => text?.toLowerCase() ?? null)
  .pipe(z.union([z.null(), z.uuid()]))

const kind = z.enum(readingKinds)
const serialNumber = wireText.pipe(z.string().min(1).max(25))

/** Which of our devices a DevEUI is. With a `mapping` of its own it is read by that rather than by the connection's. */
export const ConnectionDevice = z.object({ devEui: DevEui, kind, serialNumber, mapping: Mapping.nullish() })
export type ConnectionDevice = z.output<typeof ConnectionDevice>

const Devices = z.array(ConnectionDevice).max(mostConnectionDevices)

/** A connection of a site with an application of a network server. Its secret is in no answer but the one that makes it. */
export const Connection = z.object({
  id: z.string(),
  officeId: z.number().int(),
  officeName: z.string(),
  companyName: z.string(),
  type: z.enum(connectionTypes),
  name: z.string(),
  /** ChirpStack's application whose messages are taken from the broker; null where only by HTTP. */
  applicationId: z.string().nullable(),
  deviceCount: z.number().int(),
  /** DevEUIs that sent within the last seven days and have no device. */
  unknownCount: z.number().int(),
  createdAt: Instant,
  /** When it last sent, to ten seconds. */
  lastAt: Instant.nullable(),
  version: z.number().int(),
})
export type Connection = z.infer<typeof Connection>

const SavedMapping = z.array(
  z.object({
    from: z.string(),
    to: z.enum(mappedFields),
    factor: z.number().nullable(),
    offset: z.number().nullable(),
    absentIsZero: z.boolean(),
  }),
)

/** Why a message of a DevEUI was refused last, within the last seven days; null where its latest message was taken. */
const LastRefusal = z.object({
  at: Instant,
  reason: z.string(),
  /** The field of the reading that it is about; null for the message as a whole. */
  field: z.string().nullable(),
})

/** A DevEUI of a connection: when it last sent, to ten seconds, its name at the network server, and whether that was refused. */
const heard = {
  devEui: z.string(),
  name: z.string().nullable(),
  lastAt: Instant.nullable(),
  lastRefusal: LastRefusal.nullable(),
}

export const ConnectionDetail = Connection.extend({
  mapping: SavedMapping,
  devices: z.array(
    z.object({
      ...heard,
      kind,
      serialNumber: z.string(),
      mapping: SavedMapping.nullable(),
      /** The site has this device; otherwise its readings are refused until somebody registers it. */
      isRegistered: z.boolean(),
      locationName: z.string().nullable(),
    }),
  ),
  /** DevEUIs that sent within the last seven days and have no device yet, the latest first. */
  unknownDevices: z.array(z.object(heard)),
  /** Where the network server posts to, below this server's own address. */
  path: z.string(),
  /** What is read at the broker outside (MQTT_URL); null where there is none or no application is named. */
  topic: z.string().nullable(),
  /** Since when the broker refuses that topic, which its access list has to allow first; null where it does not. */
  topicRefusedAt: Instant.nullable(),
})
export type ConnectionDetail = z.infer<typeof ConnectionDetail>

/** The whole that follows `Bearer ` in the header `Authorization`. */
const secret = z.string()

export const ConnectionDraft = z.object({
  officeId: wireInteger(1),
  type: z.enum(connectionTypes),
  name: requiredText(100),
  applicationId: ApplicationId.optional(),
  devices: Devices.default([]),
  mapping: Mapping.default([]),
})

export const ConnectionChange = z.object({
  id: z.string().min(1).max(100),
  version: wireInteger(1).optional(),
  name: unlessAbsent(requiredText(100)),
  applicationId: unlessAbsent(ApplicationId),
  devices: unlessAbsent(Devices),
  mapping: unlessAbsent(Mapping),
})

/** Any JSON: it is read field by field, since senders outside decide its shape. */
const Message = z.unknown()

export const ConnectionTrial = z.object({
  /** A message of the network server; without it the last one kept is tried. */
  message: Message.optional(),
  /** Of which DevEUI the last message is tried; without it the newest of all. */
  devEui: DevEui.optional(),
  /** A mapping that is not saved yet, in place of the one in force. */
  mapping: Mapping.optional(),
  /** The kind of device that is tried where the DevEUI has none yet. */
  kind: kind.optional(),
})

const TriedValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** What would become of a message. Nothing of it is stored. */
export const ConnectionTrialResult = z.object({
  /** The message that was tried; null where none is kept. Of a kept one, places and vital values are hidden. */
  message: Message,
  /** When the kept message came; null for one that was given. */
  keptAt: Instant.nullable(),
  devEui: z.string().nullable(),
  name: z.string().nullable(),
  kind: kind.nullable(),
  serialNumber: z.string().nullable(),
  /** The time the reading would have, and whether the network server rather than the payload gives it. */
  at: Instant.nullable(),
  isNetworkTime: z.boolean(),
  fields: z.array(
    z.object({
      from: z.string(),
      to: z.enum(mappedFields),
      /** As it came; null where it is absent, hidden or no single value. */
      value: TriedValue,
      isAbsent: z.boolean(),
      isHidden: z.boolean(),
      /** In our unit; null where it is not taken. */
      result: TriedValue,
      /** Why it is not taken, in words; null where it is, or is absent. */
      fault: z.string().nullable(),
      /** It would be taken, yet lies outside of `plausibleValues`: the conversion may be wrong. */
      isImplausible: z.boolean(),
    }),
  ),
  /** Paths of values that nothing reads, at most 200. */
  unread: z.array(z.string()),
  reading: z.record(z.string(), z.unknown()).nullable(),
  /** Taken as a reading, refused with `reason`, or left alone since it is no measurement. */
  outcome: z.enum(['accepted', 'rejected', 'left']),
  reason: z.string().nullable(),
  /** The field of the reading that `reason` is about, `device` among them; null for the message as a whole. */
  field: z.string().nullable(),
  /** Whether a heat meter's reading has a WBGT, of its own or estimated, so that heat is judged by it; null for other kinds. */
  judgesHeat: z.boolean().nullable(),
})
export type ConnectionTrialResult = z.infer<typeof ConnectionTrialResult>

const eventName = z.string().max(100)
const byId = { params: z.object({ id: z.string().min(1).max(100) }) }
const path = '/api/Connection'

export const connection = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    summary: '拠点の連携（LoRaWANのネットワークサーバーからの受信）。',
    query: z.object({ ...listQuery, officeId: wireInteger(1).optional() }),
    answer: listOf(Connection),
  }),
  one: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    permission: admins,
    summary: '連携。DevEUIと機器の表、項目の対応、機器が決まっていないDevEUIを含む。',
    ...byId,
    answer: ConnectionDetail,
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    summary: '連携を作る。合言葉（secret）はこの答えにだけある。',
    body: ConnectionDraft,
    answer: ConnectionDetail.extend({ secret }),
  }),
  update: endpoint({
    method: 'PUT',
    path,
    permission: admins,
    summary: '連携を変える。送らない項目はそのまま残る。devices と mapping は、送った組に置き換わる。',
    body: ConnectionChange,
    answer: ConnectionDetail,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    permission: admins,
    summary: '連携を削除する。すぐに受け取らなくなる。測定値は残る。',
    ...byId,
    answer: Nothing,
  }),
  renewSecret: endpoint({
    method: 'POST',
    path: `${path}/:id/Secret`,
    permission: admins,
    summary: '連携の合言葉を作り直す。前の合言葉はすぐに使えなくなる。新しいものはこの答えにだけある。',
    ...byId,
    answer: z.object({ id: z.string(), secret }),
  }),
  trial: endpoint({
    method: 'POST',
    path: `${path}/:id/Trial`,
    permission: admins,
    summary: '届いた1件、または送った message が、対応によってどの測定値になるかを答える。何も保存しない。',
    ...byId,
    body: ConnectionTrial,
    answer: ConnectionTrialResult,
  }),
}

/** ChirpStack's kind of event; it adds its own behind one that was pasted with the address. */
const NetworkEvent = z
  .union([eventName, z.array(eventName).max(10)])
  .transform((given) => (typeof given === 'string' ? given : given.at(-1)))

/** What network servers post to, with the secret of a connection. */
export const uplink = {
  chirpstack: endpoint({
    method: 'POST',
    path: '/api/ingest/chirpstack',
    permission: 'connection',
    summary: 'ChirpStack v4 のHTTP連携を受け取る。event=up のほかは受け取ったと答えて読まない。保存が終わってから答える。',
    query: z.object({ event: NetworkEvent.optional() }),
    body: Message,
    answer: IngestAnswer,
  }),
  tts: endpoint({
    method: 'POST',
    path: '/api/ingest/tts',
    permission: 'connection',
    summary: 'The Things Stack v3 のWebhookを受け取る。uplink_message のほかは受け取ったと答えて読まない。保存が終わってから答える。',
    body: Message,
    answer: IngestAnswer,
  }),
}
