import { setTimeout as after } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { newConnectionSecret } from '../shared/access-keys/connection-secret.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'

/** Heat meters off the shelf whose messages ChirpStack would pass on; the last one is no device of the site yet. */
const meters = [
  { devEui: '24e124713c490108', name: 'wbgt-west-01', serial: '000191', place: '西側 仮囲い', wbgt: 281, temp: 32.4, hum: 61, globe: 38.2 },
  {
    devEui: '24e124713c490113',
    name: 'wbgt-office',
    serial: '000192',
    place: '仮設事務所 前',
    wbgt: 262,
    temp: 29.8,
    hum: 64,
    globe: 30.4,
  },
  { devEui: '24e124713c490127', name: 'wbgt-gate', serial: null, place: null, wbgt: 279, temp: 32.1, hum: 60, globe: 37.5 },
] as const
const registered = meters.flatMap((meter) => (meter.serial === null ? [] : [meter]))

const connectionName = '構内 LoRaWAN'
const mapping = [
  { from: 'wbgt', to: 'wbgt', factor: 0.1, offset: null, absentIsZero: false },
  { from: 'temp', to: 'temperature', factor: null, offset: null, absentIsZero: false },
  { from: 'hum', to: 'humidity', factor: null, offset: null, absentIsZero: false },
  { from: 'black_globe', to: 'globe', factor: null, offset: null, absentIsZero: false },
  // 3.0 to 3.6 V are 0 to 5.
  { from: 'bat_v', to: 'battery', factor: 8.333, offset: -25, absentIsZero: false },
]

const seedMeters = async (pool: Pool, { companyId, officeId }: OfficeKey, connectionId: string): Promise<void> => {
  for (const { devEui, serial, place } of registered) {
    await pool.query(
      `insert into device (company_id, office_id, kind, type, serial, location_name, installation_status)
       values ($1, $2, 'heat', 1, $3, $4, 1) on conflict do nothing`,
      [companyId, officeId, serial, place],
    )
    await pool.query(
      `insert into connection_device (company_id, office_id, dev_eui, connection_id, kind, serial) values ($1, $5, $2, $3, 'heat', $4)
       on conflict do nothing`,
      [companyId, devEui, connectionId, serial, officeId],
    )
  }
}

/** A connection of a site with three meters, one of them without a device. Each start gives it a new secret, which is answered. */
export const connectMeters = async (pool: Pool, office: OfficeKey): Promise<string> => {
  const { companyId, officeId } = office
  const { rows } = await pool.query<{ connection_id: string }>(
    'select n.connection_id from connection n where n.company_id = $1 and n.office_id = $2 and n.name = $3',
    [companyId, officeId, connectionName],
  )
  const connectionId = rows[0]?.connection_id ?? randomBytes(8).toString('hex')
  const { secret, hash } = newConnectionSecret(connectionId)
  await pool.query(
    `insert into connection (company_id, connection_id, office_id, type, name, secret_hash, mapping, created_at)
     values ($1, $2, $3, 'chirpstack', $4, $5, $6, now())
     on conflict (company_id, connection_id) do update set secret_hash = excluded.secret_hash`,
    [companyId, connectionId, officeId, connectionName, hash, JSON.stringify(mapping)],
  )
  if (rows.length === 0) await seedMeters(pool, office, connectionId)
  return secret
}

type Meter = (typeof meters)[number]

const messageOf = ({ devEui, name, wbgt, temp, hum, globe }: Meter, at: string, count: number) => ({
  time: at,
  deviceInfo: { applicationName: connectionName, deviceName: name, devEui },
  fCnt: count,
  fPort: 85,
  data: 'AQ==',
  object: { wbgt: wbgt + (count % 3), temp, hum, black_globe: globe, bat_v: 3.41, co2: 417 },
  rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -97, snr: 6.8 }],
  txInfo: { modulation: { lora: { bandwidth: 125_000, spreadingFactor: 7 } } },
})

const everyMs = 60_000

type Destination = {
  readonly url: string
  readonly secret: string
  readonly onTrouble: (message: string) => void
  readonly signal: AbortSignal
}

/** Posts as ChirpStack does, each meter once a minute, until the signal is given. */
export const sendFromMeters = async ({ url, secret, onTrouble, signal }: Destination): Promise<void> => {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  for (let count = 1; !signal.aborted; count++) {
    for (const meter of meters) {
      const body = JSON.stringify(messageOf(meter, new Date().toISOString(), count))
      await fetch(`${url}/api/ingest/chirpstack?event=up`, { method: 'POST', headers, body }).catch((error: unknown) =>
        onTrouble(String(error)),
      )
    }
    await after(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
