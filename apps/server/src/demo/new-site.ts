import { setTimeout as after } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { idOf, seedAdministrator } from './seed-organisation.ts'

/** A company that has just begun, beside the two that work: its first steps are seen with this account. */
export const newSite = {
  companyCode: 'SHM',
  companyName: '株式会社汐見組',
  baseCode: 'ARK',
  name: '有明北 配送センター改修工事',
  keyName: '南ゲートの親機',
  baseAdmin: { login: 'new-base-admin', name: ['岩田　聡美', 'イワタ　サトミ'] },
} as const

/** Writes the company with its empty site and the site's administrator. */
export const seedNewSite = async (client: ClientBase, passwordHash: string): Promise<void> => {
  const companyId = await idOf(client, 'insert into company (code, name) values ($1, $2) returning company_id as id', [
    newSite.companyCode,
    newSite.companyName,
  ])
  const officeId = await idOf(
    client,
    `insert into office (company_id, base_code, name, public_wbgt_station) values ($1, $2, $3, '44132') returning office_id as id`,
    [companyId, newSite.baseCode, newSite.name],
  )
  const { login, name } = newSite.baseAdmin
  await seedAdministrator(client, passwordHash, {
    login,
    role: 'HeadquartersAdmin',
    fullName: name[0],
    furigana: name[1],
    companyId,
    officeId,
  })
}

const everyMs = 60_000

/** What its devices send, which nobody has registered. */
const readingsAt = (at: string) => {
  const tag = (device: string, heartRate: number) => ({ kind: 'vital', device, at, heartRate, interval: 1, battery: 4, gateway: 'GW-21' })
  return [
    { kind: 'gateway', device: 'GW-21', at, waveLevel: 4 },
    { kind: 'heat', device: '000201', at, wbgt: 27.4, temperature: 31.2, humidity: 62, globe: 36 },
    tag('10601', 92),
    tag('10602', 86),
  ]
}

type Destination = {
  readonly url: string
  readonly ingestKey: string
  readonly onTrouble: (message: string) => void
  readonly signal: AbortSignal
}

/** Sends once a minute until the signal is given. Once its devices are registered and worn, the site begins. */
export const sendFromNewSite = async ({ url, ingestKey, onTrouble, signal }: Destination): Promise<void> => {
  const headers = { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/json' }
  while (!signal.aborted) {
    const body = JSON.stringify({ readings: readingsAt(new Date().toISOString()) })
    await fetch(`${url}/api/ingest`, { method: 'POST', headers, body }).catch((error: unknown) => onTrouble(String(error)))
    await after(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
