import type { DatabaseConnection } from '../../src/platform/database/database.ts'
import { lateArrivals } from './arrivals.ts'
import { whenStored } from './broker-round.ts'
import { type Crew, makeCrew } from './crew.ts'
import { findings } from './findings.ts'
import { sendUntilAcknowledged } from './http-senders.ts'
import { publishDay } from './mqtt-senders.ts'
import { eventually, type Product } from './product.ts'

type Connection = Pick<DatabaseConnection, 'db' | 'pool'>

/** What is done to the processes while devices send, each when so much of everything (0 to 1) is acknowledged by the broker. */
export type Step = { readonly at: number; readonly act: () => Promise<unknown> }

export type ShareRound = {
  readonly brokerUrl: string
  readonly database: Connection
  /** A process that takes readings over HTTP, for what the heat is. */
  readonly product: Product
  readonly crews: readonly Crew[]
  /** Between a gateway's messages. */
  readonly pauseMs: number
  readonly steps: readonly Step[]
}

/** Waits until the broker collects what every key sends, and every process reads its shares. */
export const whenSubscribed = ({ pool }: Connection): Promise<unknown> =>
  eventually(async () => {
    await pool.query("select pg_notify('ingest_keys', '')")
    return (await pool.query('select from ingest_key k where k.revoked_at is null and k.subscribed_at is null')).rowCount === 0
  }, 'the broker collects for every key')

/** How many shares each process holds that takes part, the most first. */
export const sharesHeld = async ({ pool }: Connection): Promise<number[]> => {
  const { rows } = await pool.query<{ held: number }>(`
    select (select count(*)::int from pg_locks s where s.pid = p.pid and s.locktype = 'advisory' and s.classid = 7301) as held
      from pg_locks p
     where p.locktype = 'advisory' and p.classid = 7302 and p.objid = p.pid and p.granted
       and p.database = (select d.oid from pg_database d where d.datname = current_database())
     order by 1 desc`)
  return rows.map(({ held }) => held)
}

/** Sites with a key each, and a gateway that sends for all of its people at once. */
export const makeCrews = async ({ db }: Connection, count: number, pulses: number, seed: number): Promise<Crew[]> => {
  const crews: Crew[] = []
  for (let number = 0; number < count; number++) crews.push(await makeCrew(db, { hands: 4, pulses, seed: seed + number }))
  return crews
}

/**
 * The days of several sites, each with a key of its own, over an outside broker, while processes come and go. Answers
 * what the database says otherwise than after an undisturbed run: readings lost, doubled, judged otherwise or stored out
 * of order.
 */
export const shareRound = async ({ database, brokerUrl, product, crews, pauseMs, steps }: ShareRound): Promise<string[]> => {
  for (const crew of crews) await sendUntilAcknowledged(crew.key.bearer, crew.heat, { url: product.url })
  let acknowledged = 0
  let ahead = 0
  const messages = crews.reduce((sum, { hands }) => sum + (hands[0]?.pulses.length ?? 0), 0)
  // Who is ahead of the steps sends more slowly, so that there is something under way during each.
  const pace = () => (acknowledged > ahead * messages ? 8 * pauseMs : pauseMs)
  const sending = { url: brokerUrl, pauseMs: pace, onAcknowledged: () => (acknowledged += 1) }
  const disturb = async (): Promise<void> => {
    for (const { at, act } of steps) {
      ahead = at
      await eventually(async () => acknowledged >= at * messages, `${at} of the messages are acknowledged`, 300_000)
      await act()
    }
    ahead = 1
  }
  await Promise.all([...crews.map((crew) => publishDay(crew, 1, sending)), disturb()])
  const found: string[] = []
  for (const crew of crews) {
    await whenStored(database, crew)
    found.push(...(await findings(database.pool, crew)))
  }
  return [...found, ...(await lateArrivals(database.pool))]
}
