import { type ConnectionType, DevEui } from '@mimamori/contract'
import { readInstant } from '../../platform/instant.ts'
import { isObject, type JsonObject, valueAt } from './message-path.ts'

/** How the best gateway received a message. */
export type Reception = {
  /** dBm; null where it is not said. */
  readonly rssi: number | null
  /** dB; null where it is not said. */
  readonly snr: number | null
  /** 7 to 12; null for another modulation than LoRa. */
  readonly spreadingFactor: number | null
}

/** A message with a measurement, as a network server sends it. */
export type Uplink = {
  /** 16 hexadecimal digits in small letters. */
  readonly devEui: string
  /** What the network server calls the device. */
  readonly name: string | null
  /** When the network server received it; null where it does not say. */
  readonly receivedAt: string | null
  /** What the device's codec made of the payload; null where none is set up. */
  readonly decoded: JsonObject | null
  readonly reception: Reception | null
  /** Percent, where the network server knows it. */
  readonly batteryPercent: number | null
  readonly message: JsonObject
}

/** Whose a message is, and the message. */
export type Named = Pick<Uplink, 'devEui' | 'name' | 'message'>

/** A message that is no measurement, or none that can be read, and why; of one that is not decoded it is known whose it is. */
export type NoUplink = { readonly left: string } | { readonly reason: string; readonly undecoded: Named | null }

const reasons = {
  noObject: '届いた内容：JSONのオブジェクトにしてください。',
  devEui: 'DevEUI：16桁の16進数がありません。',
  codec:
    'デコード済みの値：届いていません。ChirpStackのデバイスプロファイルで、コーデック（Codec）を設定してください。測定値は object に入って届きます。',
  formatter:
    'デコード済みの値：届いていません。The Things StackのPayload formattersで、その機種のデコーダーを設定してください。測定値は decoded_payload に入って届きます。',
  event: '測定値の知らせ（up）ではないため、読みません。',
  empty: '中身のない送信のため、読みません。',
  simulated: 'The Things Stackの画面で模擬した送信です。測定値にはしません。',
}

const numberOr = <Other>(value: unknown, other: Other): number | Other =>
  typeof value === 'number' && Number.isFinite(value) ? value : other

const textOf = (value: unknown, longest: number): string | null =>
  typeof value === 'string' && value !== '' ? value.replaceAll('\0', '').slice(0, longest).toWellFormed() : null

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

const rankOf = ({ rssi, snr }: Pick<Reception, 'rssi' | 'snr'>) =>
  [snr ?? Number.NEGATIVE_INFINITY, rssi ?? Number.NEGATIVE_INFINITY] as const

/** By signal to noise, the best first; at the same, the strongest first. */
const bestFirst = (a: Pick<Reception, 'rssi' | 'snr'>, b: Pick<Reception, 'rssi' | 'snr'>): number => {
  const [[snrOfA, rssiOfA], [snrOfB, rssiOfB]] = [rankOf(a), rankOf(b)]
  return snrOfA === snrOfB ? Number(rssiOfB > rssiOfA) - Number(rssiOfB < rssiOfA) : snrOfB - snrOfA
}

/**
 * How one gateway received a message. A signal to noise of 0 is left out of messages; where the strength is missing too, which is never 0,
 * nothing is said: a network of Packet Broker may keep both to itself.
 */
const receptionIn = (one: JsonObject): Pick<Reception, 'rssi' | 'snr'> => {
  const rssi = numberOr(one['rssi'], null)
  return { rssi, snr: numberOr(one['snr'], rssi === null ? null : 0) }
}

/** The reception by the best gateway. */
const bestOf = (received: readonly JsonObject[], spreadingFactor: number | null): Reception | null => {
  const receptions = received.map((one): Reception => ({ ...receptionIn(one), spreadingFactor }))
  return receptions.toSorted(bestFirst)[0] ?? null
}

const mostReceptions = 3

const bestAmong = (received: unknown): JsonObject[] =>
  listOf(received)
    .map((one) => ({ one, ...receptionIn(one) }))
    .toSorted(bestFirst)
    .slice(0, mostReceptions)
    .map(({ one }) => one)

/** A message with the three best receptions only: dozens of gateways hear a device in a town, and each adds half a kilobyte. */
export const withBestReceptions = (message: JsonObject): JsonObject => {
  const { rxInfo, uplink_message: uplink } = message
  return {
    ...message,
    ...(rxInfo !== undefined && { rxInfo: bestAmong(rxInfo) }),
    ...(isObject(uplink) && { uplink_message: { ...uplink, rx_metadata: bestAmong(uplink['rx_metadata']) } }),
  }
}

const factorAt = (message: JsonObject, path: string): number | null => {
  const factor = numberOr(valueAt(message, path), null)
  return factor !== null && Number.isInteger(factor) && factor >= 5 && factor <= 12 ? factor : null
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * When ChirpStack received a message. Its `time` is a gateway's clock where that gives one, of a satellite receiver unchecked; the network
 * server's own is `nsTime` of each reception. A gateway may hold messages back for hours while its line is down, so that an earlier
 * time of the same day counts; one ahead of the network server, or of another day, is a wrong clock.
 */
const timeOfChirpstack = (message: JsonObject): string | null => {
  const time = textOf(message['time'], 40)
  const at = readInstant(time) ?? Number.NaN
  const [own] = listOf(message['rxInfo'])
    .flatMap(({ nsTime }) => {
      const text = textOf(nsTime, 40)
      const heardAt = readInstant(text) ?? Number.NaN
      return text === null || Number.isNaN(heardAt) ? [] : [{ text, heardAt }]
    })
    .toSorted((a, b) => a.heardAt - b.heardAt)
  if (own === undefined) return time
  return at > own.heardAt + minuteMs || !(at >= own.heardAt - dayMs) ? own.text : time
}

/** As `integration.UplinkEvent` of ChirpStack's protobuf definitions, in protobuf's JSON: names in camelCase, nothing that is 0. */
const readChirpstack = (message: JsonObject): Uplink | NoUplink => {
  const devEui = DevEui.safeParse(valueAt(message, 'deviceInfo.devEui'))
  if (!devEui.success) return { reason: reasons.devEui, undecoded: null }
  const named: Named = { devEui: devEui.data, name: textOf(valueAt(message, 'deviceInfo.deviceName'), 100), message }
  const { object } = message
  if (!isObject(object)) return textOf(message['data'], 10) === null ? { left: reasons.empty } : { reason: reasons.codec, undecoded: named }
  return {
    ...named,
    receivedAt: timeOfChirpstack(message),
    decoded: object,
    reception: bestOf(listOf(message['rxInfo']), factorAt(message, 'txInfo.modulation.lora.spreadingFactor')),
    batteryPercent: null,
  }
}

/**
 * What The Things Stack made of the payload. A webhook may be set to send the normalized values alone, a list: of several measurements
 * which one is of now is not known, so that only a single one counts.
 */
const decodedOfTts = ({ decoded_payload: decoded, normalized_payload: normalized }: JsonObject): JsonObject | null => {
  if (isObject(decoded)) return decoded
  const [measurement, another] = listOf(normalized)
  return another === undefined ? (measurement ?? null) : null
}

/** As The Things Stack documents `uplink_message` for webhooks: empty fields are left out. */
const readTts = (message: JsonObject): Uplink | NoUplink => {
  const uplink = message['uplink_message']
  if (!isObject(uplink)) return { left: reasons.event }
  if (message['simulated'] === true) return { left: reasons.simulated }
  const devEui = DevEui.safeParse(valueAt(message, 'end_device_ids.dev_eui'))
  if (!devEui.success) return { reason: reasons.devEui, undecoded: null }
  const named: Named = { devEui: devEui.data, name: textOf(valueAt(message, 'end_device_ids.device_id'), 100), message }
  const decoded = decodedOfTts(uplink)
  if (decoded === null)
    return textOf(uplink['frm_payload'], 10) === null ? { left: reasons.empty } : { reason: reasons.formatter, undecoded: named }
  return {
    ...named,
    receivedAt: textOf(uplink['received_at'], 40) ?? textOf(message['received_at'], 40),
    decoded,
    reception: bestOf(listOf(uplink['rx_metadata']), factorAt(uplink, 'settings.data_rate.lora.spreading_factor')),
    batteryPercent: numberOr(valueAt(uplink, 'last_battery_percentage.value'), null),
  }
}

/**
 * Reads what a network server sent.
 * @param event ChirpStack's kind of event; anything but a measurement is left alone
 */
export const readNetworkMessage = (type: ConnectionType, message: unknown, event = 'up'): Uplink | NoUplink => {
  if (type === 'chirpstack' && event !== 'up') return { left: reasons.event }
  if (!isObject(message)) return { reason: reasons.noObject, undecoded: null }
  return type === 'chirpstack' ? readChirpstack(message) : readTts(message)
}
