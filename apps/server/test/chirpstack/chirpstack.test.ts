import { expect, test } from 'vitest'
import { makeDevice, makeOffice } from '../../src/shared/organisation/test-factories.ts'
import { readNetworkMessage } from '../../src/shared/uplinks/network-message.ts'
import { makeConnection, newDevEui } from '../../src/shared/uplinks/test-connection.ts'
import { startTestApp } from '../../src/test-app.ts'
import { eventJson } from './uplink-event.ts'

const product = await startTestApp()
const { db } = product.context
const office = await makeOffice(db)
const at = '2026-07-20T03:59:00Z'

const reception = (more: object) => ({ gatewayId: '0016c001f153a14c', uplinkId: 4_217_106_255, nsTime: at, crcStatus: 'CRC_OK', ...more })

/** A message as ChirpStack's own definitions write it: a field that they do not know would be refused. */
const uplink = (devEui: string, object: object | undefined, more: object = {}) =>
  eventJson('UplinkEvent', {
    deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
    time: at,
    deviceInfo: {
      tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
      tenantName: 'Site',
      applicationId: '17c82e96-be03-4f38-aef3-f83d48582d97',
      applicationName: 'WBGT',
      deviceProfileId: '14855bf7-d10d-4aee-b618-ebfcb64dc7ad',
      deviceProfileName: 'Heat meter',
      deviceName: 'wbgt-east-02',
      devEui,
      tags: { floor: '5' },
    },
    devAddr: '00189440',
    adr: true,
    dr: 5,
    fCnt: 18_422,
    fPort: 85,
    data: 'AQB1',
    ...(object !== undefined && { object }),
    rxInfo: [
      reception({ rssi: -118, snr: -6.5, location: { latitude: 35.68, longitude: 139.76, altitude: 12 } }),
      reception({ gatewayId: '0016c001f153a14d', rssi: -97, snr: 0, channel: 2 }),
    ],
    txInfo: { frequency: 923_200_000, modulation: { lora: { bandwidth: 125_000, spreadingFactor: 7, codeRate: 'CR_4_5' } } },
    regionConfigId: 'as923',
    ...more,
  } as never)

test('what ChirpStack leaves out in its JSON is read as it is meant: no signal to noise is 0 dB', () => {
  const devEui = newDevEui()
  const message = uplink(devEui, { wbgt: 0, ok: false })
  expect((message['rxInfo'] as object[])[1]).not.toHaveProperty('snr')
  expect(message['object']).toEqual({ wbgt: 0, ok: false })
  expect(readNetworkMessage('chirpstack', message)).toMatchObject({
    devEui,
    name: 'wbgt-east-02',
    receivedAt: expect.stringMatching(/^2026-07-20T03:59:00/) as string,
    decoded: { wbgt: 0, ok: false },
    reception: { rssi: -97, snr: 0, spreadingFactor: 7 },
  })
})

test('a message of its own definitions becomes a reading; its status and join events, and one without a codec, become none', async () => {
  const { device_id, serial } = await makeDevice(db, 'heat', office.office_id, { serial: '000108' })
  const { bearer, devEui } = await makeConnection(db, office, { serial })
  const post = async (event: string, payload: object) =>
    (await product.ask('POST', `/api/ingest/chirpstack?event=${event}`, { headers: { authorization: bearer }, payload })).body
  expect(await post('up', uplink(devEui, { wbgt: 31.2, temperature: 34.6, humidity: 58 }))).toMatchObject({ accepted: 1, rejected: [] })
  const status = eventJson('StatusEvent', { time: at, deviceInfo: { devEui }, margin: 7, batteryLevel: 75.5 })
  expect(await post('status', status)).toMatchObject({ accepted: 0, rejected: [] })
  expect(await post('join', eventJson('JoinEvent', { time: at, deviceInfo: { devEui }, devAddr: '00189440' }))).toMatchObject({
    accepted: 0,
    rejected: [],
  })
  expect(await post('up', uplink(devEui, undefined))).toMatchObject({
    accepted: 0,
    rejected: [{ index: 0, reason: expect.stringContaining('コーデック') as string }],
  })
  expect(await post('up', uplink(devEui, undefined, { data: '', fPort: 0 }))).toMatchObject({ accepted: 0, rejected: [] })
  const rows = await db.selectFrom('reading').select(['at', 'wbgt', 'temperature', 'humidity']).where('device_id', '=', device_id).execute()
  expect(rows).toEqual([{ at: new Date(at), wbgt: 31.2, temperature: 34.6, humidity: 58 }])
})
