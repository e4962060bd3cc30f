import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { awayRound, type Outage } from '../../apps/server/test/durability/away-round.ts'
import type { DatabaseServer } from '../../apps/server/test/durability/database-server.ts'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { startPair, untilSynchronous } from '../../apps/server/test/durability/standby-pair.ts'
import { startSmtp } from '../../apps/server/src/features/outbox/test-smtp.ts'
import { connectDatabase, type DatabaseConnection } from '../../apps/server/src/platform/database/database.ts'
import { report } from '../figure.ts'
import { installedPrograms } from './installed-postgres.ts'

type Fall = (primary: DatabaseServer) => Promise<void>

/** Ways for a primary to be gone, of which the last one comes back later and does not know that another was promoted. */
const falls: readonly (readonly [name: string, fall: Fall])[] = [
  ['killed', async (primary) => primary.kill()],
  ['shut down', (primary) => primary.stop()],
  ['halted', async (primary) => primary.freeze()],
]

/** How long nobody takes writes before somebody, or a program, promotes the standby. */
const decisionMs = 3_000
/** From the promotion until everything works. */
const promisedMs = 10_000

// If somebody presses the button again within an emergency, people are notified again.
const noticesTwice = `
  select n.company_id, n.alert_id, n.occasion, n.step, n.level, n.user_id, n.addresses, count(*) as times from alert_notice n
   group by 1, 2, 3, 4, 5, 6, 7
  having count(*) > case when n.occasion = 'called' then (
    select count(*) from alert_event e
     where e.company_id = n.company_id and e.alert_id = n.alert_id and e.event in ('opened', 'raised')) else 1 end`

/** Everybody's group gets an address, so that alerts cause mails. */
const giveAddress = ({ pool }: DatabaseConnection, officeIds: readonly number[]) =>
  pool.query(
    `insert into group_email (company_id, group_id, email)
     select g.company_id, g.group_id, 'group' || g.group_id || '@example.com' from work_group g where g.office_id = any($1::int[])`,
    [officeIds],
  )

const idsOf = (mails: readonly { readonly source: string }[]): string[] =>
  mails.map(({ source }) => /^message-id: (.*)$/im.exec(source)?.[1] ?? 'none')

/**
 * A primary with a synchronous standby, of PostgreSQL as it is installed here: round after round the primary falls under
 * load, the standby is promoted, and the fallen one is made the new primary's standby.
 */
export const soakFailover = async (folder: string, seed: number): Promise<boolean> => {
  const installed = await installedPrograms()
  if (installed === undefined) {
    console.error(
      'failover: PostgreSQL is not installed here (on Debian: postgresql). PG_BIN names the folder of its programs where it is elsewhere.',
    )
    return false
  }
  const rounds = Number(process.env['SOAK_FAILOVERS'] ?? 6)
  const pair = await startPair(folder, installed.programs)
  const smtp = await startSmtp()
  const mqttPort = await freePort()
  const env = { DATABASE_URL: pair.url, MQTT_PORT: String(mqttPort), ROLES: 'api,ingest,jobs', SMTP_URL: smtp.url }
  const product = new Product({ dataDir: folder, port: await freePort(), env })
  const database = connectDatabase({ url: pair.url, log: pino({ level: 'silent' }) })
  let [primary, standby] = [pair.primary, pair.standby]
  let [differences, slowestMs] = [0, 0]
  try {
    await product.ready()
    for (let number = 0; number < rounds; number++) {
      const [name, fall] = falls[number % falls.length] ?? ['killed', async (server: DatabaseServer) => server.kill()]
      const outage: Outage = { begin: () => fall(primary), end: () => standby.promote() }
      const round = await awayRound({
        product,
        mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
        database,
        outage,
        awayMs: decisionMs,
        seed: seed + 2 * number,
        onCrews: (officeIds) => giveAddress(database, officeIds),
      })
      for (const finding of round.findings) console.error(`primary ${name}, SEED=${seed + 2 * number}: ${finding}`)
      differences += round.findings.length + round.meanwhile.http + round.meanwhile.mqtt
      slowestMs = Math.max(slowestMs, round.httpMs, round.mqttMs, round.liveMs, round.pageMs)
      report(`soak failover, primary ${name}, promotion until the first reading over HTTP`, round.httpMs / 1_000, 's', promisedMs / 1_000)
      report(`soak failover, primary ${name}, promotion until the first reading over MQTT`, round.mqttMs / 1_000, 's', promisedMs / 1_000)
      report(`soak failover, primary ${name}, promotion until the first live event`, round.liveMs / 1_000, 's', promisedMs / 1_000)
      report(`soak failover, primary ${name}, promotion until the first page`, round.pageMs / 1_000, 's', promisedMs / 1_000)
      // The halted one continues as a primary that does not know of the promotion; nothing may be written there.
      primary.thaw()
      await after(decisionMs)
      const { rows } = await database.pool.query<{ port: number }>('select inet_server_port() as port')
      if (rows[0]?.port !== standby.port) {
        differences += 1
        console.error(`primary ${name}: the database is used on the host before`)
      }
      await primary.stop()
      await installed.copyRunning(standby, primary)
      await primary.follow(standby)
      await primary.start()
      await standby.configure({ synchronous_standby_names: 'standby' })
      await untilSynchronous(standby)
      ;[primary, standby] = [standby, primary]
    }
    const { rows: twice } = await database.pool.query<object>(noticesTwice)
    for (const row of twice) console.error(`told twice: ${JSON.stringify(row)}`)
    const { rows: moves } = await database.pool.query("select from audit_log where resource = 'database'")
    const ids = idsOf(smtp.received)
    report('soak failover, moves on record', moves.length, 'moves', rounds)
    report('soak failover, alerts told', (await database.pool.query('select from alert_notice')).rowCount ?? 0, 'notices')
    report('soak failover, mails taken by the mail server', ids.length, 'mails')
    report('soak failover, mails taken twice', ids.length - new Set(ids).size, 'mails')
    report('soak failover, differences from an undisturbed run', differences + twice.length, 'differences')
    return differences + twice.length === 0 && moves.length === rounds && product.starts === 1 && slowestMs < promisedMs
  } finally {
    await product.stop()
    await database.close()
    await pair.stop()
    await smtp.stop()
  }
}
