import { randomBytes } from 'node:crypto'
import type { ConnectionType, MappingEntry } from '@mimamori/contract'
import type { Db } from '../../platform/context.ts'
import { newConnectionSecret } from '../access-keys/connection-secret.ts'

const heatMapping: readonly MappingEntry[] = [
  { from: 'wbgt', to: 'wbgt' },
  { from: 'temperature', to: 'temperature' },
  { from: 'humidity', to: 'humidity' },
]

/** A random DevEUI. */
export const newDevEui = (): string => randomBytes(8).toString('hex')

type Place = { readonly company_id: number; readonly office_id: number }

/** A connection of a site with one heat meter: `bearer` is what the network server shows. */
export const makeConnection = async (
  db: Db,
  { company_id, office_id }: Place,
  { type = 'chirpstack', serial, mapping = heatMapping }: { type?: ConnectionType; serial: string; mapping?: readonly MappingEntry[] },
) => {
  const connectionId = randomBytes(8).toString('hex')
  const { secret, hash } = newConnectionSecret(connectionId)
  const devEui = newDevEui()
  await db
    .insertInto('connection')
    .values({
      company_id,
      connection_id: connectionId,
      office_id,
      type,
      name: `連携 ${connectionId}`,
      secret_hash: hash,
      mapping: JSON.stringify(mapping),
      created_at: new Date(),
    })
    .execute()
  await db
    .insertInto('connection_device')
    .values({ company_id, connection_id: connectionId, office_id, dev_eui: devEui, kind: 'heat', serial })
    .execute()
  return { connectionId, secret, bearer: `Bearer ${secret}`, devEui }
}

/** What ChirpStack posts of a DevEUI. */
export const chirpstackUplink = (devEui: string, object: object, at = '2026-07-20T12:59:00+09:00') => ({
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: at,
  deviceInfo: { applicationId: 'bf1d1a06-4c2f-4c09-b0c5-7b3f3a0f5c11', deviceName: 'wbgt-east', devEui },
  fPort: 85,
  data: 'AQ==',
  object,
  rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -97, snr: 6.8, location: { latitude: 35.68, longitude: 139.76 } }],
  txInfo: { modulation: { lora: { bandwidth: 125_000, spreadingFactor: 7 } } },
})

/** What The Things Stack posts of a DevEUI. */
export const ttsUplink = (devEui: string, decoded: object, at = '2026-07-20T03:59:00.736532315Z') => ({
  end_device_ids: { device_id: 'wbgt-east', application_ids: { application_id: 'site' }, dev_eui: devEui.toUpperCase() },
  received_at: at,
  uplink_message: {
    f_port: 85,
    frm_payload: 'AQ==',
    decoded_payload: decoded,
    rx_metadata: [{ gateway_ids: { gateway_id: 'gtw1' }, rssi: -97, snr: 6.8, location: { latitude: 35.68, longitude: 139.76 } }],
    settings: { data_rate: { lora: { bandwidth: 125_000, spreading_factor: 7 } } },
    received_at: at,
  },
})
