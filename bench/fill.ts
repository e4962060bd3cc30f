import type { Pool } from 'pg'
import { providerId } from '../apps/server/src/shared/organisation/keys.ts'

/** The site of the crowd, and how to send as it. */
export type Crowd = {
  readonly companyId: number
  readonly officeId: number
  readonly keyId: string
  readonly secret: string
  readonly workers: number
}

const secret = 'bench-secret'

/** A company without anything in it. */
export const addCompany = async (pool: Pool, name: string): Promise<number> => {
  const { rows } = await pool.query<{ companyId: number }>(
    `insert into company (code, name) values (upper($1), '計測建設') returning company_id as "companyId"`,
    [name],
  )
  return rows[0]?.companyId ?? 0
}

/**
 * A site with so many workers, each wearing a vital tag with the serial of their number; of a company of its own unless given one.
 * @param name of its key, and what its login IDs begin with
 */
export const fillCrowd = async (pool: Pool, workers: number, name = 'bench', company?: number): Promise<Crowd> => {
  const companyId = company ?? (await addCompany(pool, name))
  const { rows } = await pool.query<{ officeId: number }>(
    `insert into office (company_id, base_code, name, acclimatised) values ($1, 'B1', '計測現場', true) returning office_id as "officeId"`,
    [companyId],
  )
  const officeId = rows[0]?.officeId ?? 0
  const place = [companyId, officeId]
  await pool.query(`insert into ingest_key (company_id, office_id, key_id, name, secret_hash) values ($1, $2, $4, $4, sha256($3::bytea))`, [
    ...place,
    secret,
    name,
  ])
  await pool.query(
    `insert into work_group (company_id, office_id, code, name) select $1, $2, 'G' || n, '班' || n from generate_series(1, 200) n`,
    place,
  )
  await pool.query(
    `insert into device (company_id, office_id, kind, serial, location_name)
     select $1, $2, 'gateway', 'GW-' || n, '東側 外部足場 ' || n || '段目' from generate_series(1, 40) n`,
    place,
  )
  await pool.query(
    `insert into device (company_id, office_id, kind, serial, location_name)
     select $1, $2, 'heat', lpad(n::text, 6, '0'), '足場' || n from generate_series(1, 5) n`,
    place,
  )
  await pool.query(
    `insert into device (company_id, office_id, kind, serial) select $1, $2, 'vital', n::text from generate_series(1, $3) n`,
    [...place, workers],
  )
  await pool.query(`insert into login (login_key, company_id) select $3 || '-' || n, $1 from generate_series(1, $2) n`, [
    companyId,
    workers,
    name,
  ])
  await pool.query(
    `insert into app_user (login_id, role, company_id, office_id, group_id, group_role, full_name, furigana, date_of_birth)
     select $4 || '-' || n, 'User', g.company_id, g.office_id, g.group_id, 3, '計測　太郎' || n, 'ケイソク　タロウ' || n,
            date '1960-01-01' + (n * 37 % 16000)
       from generate_series(1, $3) n
       join work_group g on g.company_id = $1 and g.office_id = $2 and g.code = 'G' || (n % 200 + 1)`,
    [...place, workers, name],
  )
  await pool.query(
    `insert into wear (company_id, user_id, device_id, slot, worn_from)
     select d.company_id, u.user_id, d.device_id, 'vital', '2020-01-01'
       from device d join app_user u on u.company_id = d.company_id and u.login_key = $3 || '-' || d.serial
      where d.company_id = $1 and u.company_id = $1 and d.office_id = $2 and d.kind = 'vital'`,
    [...place, name],
  )
  // Everybody has been heard of before: a first reading of all at once is no ordinary minute.
  await pool.query('insert into worker_state (company_id, user_id) select w.company_id, w.user_id from wear w where w.company_id = $1', [
    companyId,
  ])
  await pool.query(
    'insert into device_state (company_id, device_id) select d.company_id, d.device_id from device d where d.company_id = $1',
    [companyId],
  )
  // As autovacuum does within a minute.
  await pool.query('vacuum analyze app_user')
  await pool.query('analyze')
  return { companyId, officeId, keyId: name, secret, workers }
}

/**
 * So many people of each of so many other companies, who send nothing now: a service has more than one customer, and
 * the planner's choices depend on it.
 */
export const fillOthers = async (pool: Pool, companies: number, people: number): Promise<void> => {
  await pool.query(
    `with made as (insert into company (code, name) select 'OTHER-' || n, '隣建設' || n from generate_series(1, $1) n returning company_id),
          place as (insert into office (company_id, base_code, name) select company_id, 'O1', '隣現場' from made returning company_id, office_id),
          person as (select p.company_id, p.office_id, n, 'other-' || p.office_id || '-' || n as login from place p, generate_series(1, $2) n),
          claimed as (insert into login (login_key, company_id) select p.login, p.company_id from person p)
     insert into app_user (login_id, role, company_id, office_id, full_name, furigana)
     select p.login, 'User', p.company_id, p.office_id, '隣　花子' || p.n, 'トナリ　ハナコ' || p.n from person p`,
    [companies, people],
  )
  await pool.query('vacuum analyze app_user')
}

/**
 * An administrator of the crowd's site, with the password of the service's own.
 * @param name their login ID, which is handed back
 */
export const addBaseAdmin = async (pool: Pool, { companyId, officeId }: Crowd, name = 'base'): Promise<string> => {
  await pool.query(
    `with claimed as (insert into login (login_key, company_id) values ($4, $1))
     insert into app_user (login_id, role, company_id, office_id, full_name, furigana, password_hash)
     select $4, 'HeadquartersAdmin', $1, $2, '所長　次郎', 'ショチョウ　ジロウ', a.password_hash
       from app_user a where a.company_id = $3 and a.login_key = 'admin'`,
    [companyId, officeId, providerId, name],
  )
  return name
}

// A pulse that wanders between rest and hard work, so that levels come and go as on a site.
const heartRateOf = (worker: number, minute: number) =>
  Math.round(95 + 25 * Math.sin(worker + minute / 17) + ((worker * 7 + minute * 13) % 11))

/** One minute of some workers' readings, as the ingestion takes them. */
export const minuteOfReadings = (workers: Iterable<number>, at: Date, minute: number): unknown[] => {
  const time = at.toISOString()
  return Array.from(workers, (worker) => ({
    kind: 'vital',
    device: String(worker),
    at: time,
    heartRate: heartRateOf(worker, minute),
    battery: 4,
    signal: 3,
    gateway: `GW-${(worker % 40) + 1}`,
    latitude: 35.68,
    longitude: 139.76,
    call: false,
    interval: 1,
  }))
}

type Pieces = readonly [head: string, middle: string, tail: string]
const piecesOfWorkers = new Map<number, Pieces>()

/** A worker's reading as JSON without its time and heart rate, split where these belong. */
const piecesOf = (worker: number): Pieces => {
  const known = piecesOfWorkers.get(worker)
  if (known !== undefined) return known
  const [reading] = minuteOfReadings([worker], new Date(0), 0) as object[]
  const [head = '', middle = '', tail = ''] = JSON.stringify({ ...reading, at: 0.5, heartRate: 0.5 }).split('0.5')
  const pieces: Pieces = [`${head}"`, `"${middle}`, tail]
  piecesOfWorkers.set(worker, pieces)
  return pieces
}

/**
 * The text of `minuteOfReadings` as a message. Only times and heart rates are new in it: to write the rest again each time
 * costs the sender as much as the product takes to read it, and they share the processor.
 */
export const messageOfReadings = (workers: readonly number[], at: Date, minute: number): string => {
  const time = at.toISOString()
  const texts = workers.map((worker) => {
    const [head, middle, tail] = piecesOf(worker)
    return `${head}${time}${middle}${heartRateOf(worker, minute)}${tail}`
  })
  return `{"readings":[${texts.join(',')}]}`
}

/** One minute of the site's watchers. */
export const minuteOfHeat = (at: Date, minute: number): unknown[] =>
  Array.from({ length: 5 }, (_, n) => ({
    kind: 'heat',
    device: String(n + 1).padStart(6, '0'),
    at: at.toISOString(),
    wbgt: Math.round((27 + 2 * Math.sin(minute / 60) + n / 5) * 10) / 10,
    temperature: 31.2,
    humidity: 60,
  }))
