import type { MappingEntry } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { mapUplink } from './map-uplink.ts'
import { readNetworkMessage } from './network-message.ts'
import { readUplink } from './uplink-reading.ts'

// The fields of the messages that The Things Stack's documentation shows (Data Formats; Payload Formatters, Uplink; Collect data), with
// values of our own.
const devEui = '70b3d5499f10c2a7'
const endDevice = {
  device_id: 'wbgt-west',
  application_ids: { application_id: 'tower-b' },
  dev_eui: devEui.toUpperCase(),
  join_eui: '70B3D5499F000001',
  dev_addr: '260BC3A1',
}

const gateway = (id: string, more: object) => ({
  gateway_ids: { gateway_id: id, eui: '58A0CBFFFE80A1B2' },
  time: '2026-07-20T03:58:59.612Z',
  timestamp: 2_847_113_204,
  uplink_token: 'ChIKEAoEZ3R3MhII',
  received_at: '2026-07-20T03:58:59.701824461Z',
  ...more,
})

const settings = {
  data_rate: { lora: { bandwidth: 125_000, spreading_factor: 9, coding_rate: '4/5' } },
  frequency: '923200000',
  timestamp: 2_847_113_204,
  time: '2026-07-20T03:58:59.612Z',
}

const documented = {
  session_key_id: 'AZ2nQ7yQeFmX0b8gk3w1Zg==',
  f_port: 10,
  f_cnt: 1_204,
  frm_payload: 'A2cA/QRoWQ==',
  decoded_payload: { temperature: 33.4, humidity: 58.5, wbgt: 0, alarm: false },
  rx_metadata: [gateway('gtw1', { rssi: -101, channel_rssi: -101, snr: 1.5, channel_index: 2 })],
  settings,
  received_at: '2026-07-20T03:58:59.785593298Z',
  confirmed: true,
  consumed_airtime: '0.164864s',
  locations: { user: { latitude: 35.6321, longitude: 139.7788, altitude: 4, source: 'SOURCE_REGISTRY' } },
  version_ids: { brand_id: 'maker', model_id: 'meter', hardware_version: '1.0', firmware_version: '2.1', band_id: 'AS_923' },
  network_ids: { net_id: '000013', ns_id: 'EC656E0000100001', tenant_id: 'tower', cluster_id: 'au1' },
  last_battery_percentage: { f_cnt: 1_180, value: 62.845848, received_at: '2026-07-20T00:58:59.785593298Z' },
}

type Documented = Readonly<Record<string, unknown>>

/** A message as a webhook posts it; a field that is undefined is left out, as The Things Stack leaves out what is empty. */
const message = (uplink: Documented = {}, more: object = {}): unknown =>
  JSON.parse(
    JSON.stringify({
      end_device_ids: endDevice,
      correlation_ids: ['gs:uplink:01K0JZ767CVCHBZW1Y8YG9PZ3T'],
      received_at: '2026-07-20T03:58:59.995136483Z',
      uplink_message: { ...documented, ...uplink },
      ...more,
    }),
  )

const read = (uplink?: Documented, more?: object) => readNetworkMessage('tts', message(uplink, more))

const heat = { kind: 'heat', serial: '000108' } as const
const mapping: MappingEntry[] = [
  { from: 'temperature', to: 'temperature' },
  { from: 'humidity', to: 'humidity' },
  { from: 'wbgt', to: 'wbgt' },
]

const readingOf = (uplink?: Documented, device: Parameters<typeof mapUplink>[1] = heat, entries = mapping) => {
  const found = read(uplink)
  if (!('devEui' in found)) throw new Error(JSON.stringify(found))
  return mapUplink(found, device, entries, '2026-07-20T13:00:00+09:00').reading
}

test('the documented message: DevEUI, name, time of the network server, decoded values, battery in percent', () => {
  expect(read()).toMatchObject({
    devEui,
    name: 'wbgt-west',
    receivedAt: '2026-07-20T03:58:59.785593298Z',
    decoded: { temperature: 33.4, wbgt: 0, alarm: false },
    reception: { rssi: -101, snr: 1.5, spreadingFactor: 9 },
    batteryPercent: 62.845848,
  })
  // A zero in the decoded values is a value: The Things Stack leaves out only what is empty in its own fields.
  expect(readingOf()).toEqual({
    kind: 'heat',
    device: '000108',
    at: '2026-07-20T03:58:59.785593298Z',
    battery: 3,
    temperature: 33.4,
    humidity: 58.5,
    wbgt: 0,
  })
})

test('the battery: 0 % is the least grade, and a device on mains or one that never sent it has none', () => {
  const battery = (last: object | undefined) => readingOf({ last_battery_percentage: last })['battery']
  const at = { f_cnt: 1_180, received_at: '2026-07-20T00:58:59.785593298Z' }
  expect([90.118576, 99.20949, 49.8, 1.2, 0].map((value) => battery({ ...at, value }))).toEqual([5, 5, 2, 0, 0])
  expect(battery(at)).toBeUndefined()
  expect(battery(undefined)).toBeUndefined()
  const own = readingOf({ decoded_payload: { battery_v: 3.6, temperature: 30 } }, heat, [
    { from: 'battery_v', to: 'battery', factor: 8.333, offset: -25 },
  ])
  expect(own).toMatchObject({ battery: 5 })
})

test('radio quality: without snr it was 0 dB, by Packet Broker the better network, without both nothing is said, FSK by strength', () => {
  const tag = { kind: 'vital', serial: '12' } as const
  const beat: MappingEntry[] = [{ from: 'hr', to: 'heartRate' }]
  const signal = (received: object[], more: Documented = {}) =>
    readingOf({ decoded_payload: { hr: 92 }, rx_metadata: received, ...more }, tag, beat)['signal']
  const broker = (more: object) => ({
    gateway_ids: { gateway_id: 'packetbroker' },
    packet_broker: {
      message_id: '01K0JZ767CVCHBZW1Y8YG9PZ3T',
      forwarder_net_id: '000013',
      forwarder_tenant_id: 'ttn',
      forwarder_cluster_id: 'au1',
      forwarder_gateway_eui: '58A0CBFFFE80A1B3',
      forwarder_gateway_id: 'eui-58a0cbfffe80a1b3',
      home_network_net_id: '000013',
      home_network_tenant_id: 'tower',
      home_network_cluster_id: 'au1',
    },
    location: { latitude: 35.6301, longitude: 139.7761, altitude: 30 },
    ...more,
  })
  expect(signal([gateway('gtw1', { rssi: -113, channel_rssi: -113, snr: -11 })])).toBe(1)
  expect(signal([gateway('gtw1', { rssi: -113, channel_rssi: -113 })])).toBe(4)
  expect(signal([gateway('gtw1', { rssi: -117, snr: -10.25 }), broker({ rssi: -119, channel_rssi: -119, snr: -9.5 })])).toBe(2)
  // Another network's gateway, whose signal is not shared with us, is not better than our own.
  expect(signal([gateway('gtw1', { rssi: -117, snr: -10.25 }), broker({})])).toBe(1)
  expect(signal([broker({})])).toBeUndefined()
  expect(signal([])).toBeUndefined()
  const fsk = { ...settings, data_rate: { fsk: { bit_rate: 50_000 } } }
  expect(signal([gateway('gtw1', { rssi: -96, snr: 9 })], { settings: fsk })).toBe(3)
})

test('what is left out for being empty: no port, no counter; the time is then of the Application Server', () => {
  const bare = { f_port: undefined, f_cnt: undefined, rx_metadata: undefined, settings: undefined, last_battery_percentage: undefined }
  expect(read({ ...bare, received_at: undefined })).toMatchObject({
    devEui,
    receivedAt: '2026-07-20T03:58:59.995136483Z',
    reception: null,
    batteryPercent: null,
  })
  expect(readingOf(bare)).toMatchObject({ temperature: 33.4 })
  expect(read({ ...bare, frm_payload: undefined, decoded_payload: undefined })).toHaveProperty('left')
})

test('normalized values count where a webhook sends no decoded ones, of a single measurement', () => {
  const normalized = { air: { temperature: 33.4, relativeHumidity: 58.5 }, wind: { speed: 1.2 }, battery: 3.02 }
  const entries: MappingEntry[] = [
    { from: 'air.temperature', to: 'temperature' },
    { from: 'air.relativeHumidity', to: 'humidity' },
    { from: 'wind.speed', to: 'windSpeed' },
  ]
  expect(readingOf({ decoded_payload: undefined, normalized_payload: [normalized] }, heat, entries)).toMatchObject({
    temperature: 33.4,
    humidity: 58.5,
    windSpeed: 1.2,
  })
  // Where there are decoded ones, a mapping is about these; a path through the whole message still reaches the others.
  const both = { normalized_payload: [normalized] }
  expect(readingOf(both, heat, entries)).not.toHaveProperty('temperature')
  const through: MappingEntry[] = [{ from: 'uplink_message.normalized_payload.0.air.temperature', to: 'temperature' }]
  expect(readingOf(both, heat, through)).toMatchObject({ temperature: 33.4 })
  const several = read({ decoded_payload: undefined, normalized_payload: [normalized, { air: { temperature: 31 } }] })
  expect(several).toMatchObject({ reason: expect.stringContaining('decoded_payload') as string, undecoded: { devEui } })
})

test('other events, a copy with normalized values, and an uplink simulated in the console are left alone', () => {
  const copy = { uplink_normalized: { f_port: 10, normalized_payload: { air: { temperature: 33.4 } } } }
  const joined = { join_accept: { session_key_id: 'AXBSH1Pk6Z0G166RlH16CQ==', received_at: '2026-07-20T03:49:09.736532315Z' } }
  for (const event of [copy, joined, { downlink_ack: { f_port: 15, f_cnt: 1 } }, { location_solved: { service: 'lora-cloud' } }])
    expect(readNetworkMessage('tts', { end_device_ids: endDevice, ...event })).toHaveProperty('left')
  expect(read({}, { simulated: true })).toHaveProperty('left')
})

test('a message whose mapping finds nothing says so', () => {
  const found = read()
  if (!('devEui' in found)) throw new Error('not read')
  expect(readUplink(found, heat, [{ from: 'soil.moisture', to: 'humidity' }], '2026-07-20T13:00:00+09:00').refusal).not.toBeNull()
})
