import { setTimeout as after } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { OfficeKey } from '../shared/organisation/keys.ts'

/** Keys of the first site beside that of its gateways: what 受信の状況 shows is then not only what is well. */
export const furtherKeyNames = {
  /** A gateway that somebody is still setting up. */
  faulty: 'B工区の親機（調整中）',
  /** What somebody builds a sender with. */
  trial: '送信プログラムの開発',
  /** A gateway that was taken away, and its key forgotten. */
  silent: '第2詰所の試験機',
} as const

/** `id.secret` of those that send. */
export type FurtherKeys = { readonly faulty: string; readonly trial: string }

const silentMs = 268 * 60_000

/** Writes when the forgotten key was used last; it sends no more. */
export const silenceSender = async (pool: Pool, { companyId, officeId }: OfficeKey, key: string, nowMs: number): Promise<void> => {
  const [keyId] = key.split('.')
  const lastAt = new Date(nowMs - silentMs)
  await pool.query(
    `insert into ingest_sender (company_id, office_id, key_id, last_at, via) values ($1, $2, $3, $4, 'http') on conflict do nothing`,
    [companyId, officeId, keyId, lastAt],
  )
  await pool.query('update ingest_key k set last_used_at = $3 where k.company_id = $1 and k.key_id = $2', [companyId, keyId, lastAt])
  // None of the site's keys is younger than that.
  await pool.query(`update ingest_key k set created_at = k.created_at - interval '40 days' where k.company_id = $1 and k.office_id = $2`, [
    companyId,
    officeId,
  ])
}

const everyMs = 20_000

/** A tag that nobody has registered, whose sender misspells the heart rate, and a meter that writes dashes where it has no value. */
const faultyReadings = (at: string) => [
  { kind: 'vital', device: '10531', at, heart_rate: 88, battery: 4, interval: 1 },
  { kind: 'heat', device: '000108', at, wbgt: '--', temperature: 33.4, co2: 612 },
]

const trialReadings = (at: string) => [{ kind: 'gateway', device: 'GW-TEST', at, waveLevel: 3, rssi: -71 }]

type Destination = {
  readonly url: string
  readonly keys: FurtherKeys
  readonly onTrouble: (message: string) => void
  readonly signal: AbortSignal
}

/** Sends wrong readings and trials three times a minute until the signal is given; none of them is stored. */
export const sendFurther = async ({ url, keys, onTrouble, signal }: Destination): Promise<void> => {
  const send = (key: string, readings: readonly object[]) =>
    fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    }).catch((error: unknown) => onTrouble(String(error)))
  while (!signal.aborted) {
    const at = new Date().toISOString()
    await Promise.all([send(keys.faulty, faultyReadings(at)), send(keys.trial, trialReadings(at))])
    await after(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
