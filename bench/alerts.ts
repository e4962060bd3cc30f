import { setTimeout as after } from 'node:timers/promises'
import { report } from './figure.ts'
import { type Crowd, fillCrowd } from './fill.ts'
import { type Product, startProduct } from './product.ts'

const people = 500
/** Beyond the maximum of any age. */
const racing = 215
/** Seconds before the alerts at which the hearts already race, for the limit's duration. */
const racingFor = [125, 65] as const
const within = 5_000
const patience = 60_000

const opened = `select count(*)::int as n from alert a where a.company_id = $1 and a.alert_id > $2 and a.kind = 'condition'`
const queued = `select count(distinct n.alert_id)::int as n from alert_notice n where n.company_id = $1 and n.alert_id > $2 and n.channel = 'mail'`

/** How long 500 alerts take that begin with the same message: until all are open, and until all wait in the outbox to be mailed. */
export const measureAlerts = async ({ pool, url }: Product, crowd: Crowd): Promise<void> => {
  // Two minutes of a racing heart are 警戒, which is mailed only where a site wants it.
  await pool.query(
    `insert into master_setting (company_id, office_id, type, key, value)
     values ($1, $2, 'EMAIL_ALERT_SETTING', 'TO', 'anzen@example.jp'), ($1, $2, 'GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET', '2')`,
    [crowd.companyId, crowd.officeId],
  )
  const { rows } = await pool.query<{ last: number }>('select coalesce(max(alert_id), 0) as last from alert')
  const before = [crowd.companyId, rows[0]?.last ?? 0]
  const post = async (at: Date) => {
    const readings = Array.from({ length: people }, (_, n) => ({
      kind: 'vital',
      device: String(crowd.workers - n),
      at: at.toISOString(),
      heartRate: racing,
      interval: 1,
    }))
    const answer = await fetch(`${url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crowd.keyId}.${crowd.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    })
    const { accepted } = (await answer.json()) as { accepted: number }
    if (accepted !== people) throw new Error(`${accepted} of ${people} readings were accepted`)
  }
  const whenAll = async (query: string, started: number): Promise<number> => {
    let found: number | undefined
    while (performance.now() - started < patience) {
      const counted = await pool.query<{ n: number }>(query, before)
      found = counted.rows[0]?.n
      if (found === people) return performance.now() - started
      await after(10)
    }
    throw new Error(`${found} of ${people} alerts: ${query}`)
  }
  const now = Date.now()
  for (const seconds of racingFor) await post(new Date(now - seconds * 1_000))
  const started = performance.now()
  const posted = post(new Date())
  const [open, mailed] = await Promise.all([whenAll(opened, started), whenAll(queued, started)])
  await posted
  report(`${people} alerts at once, all open`, open, 'ms', within)
  report(`${people} alerts at once, all queued for mail`, mailed, 'ms', within)
}

/** The same on a product of its own. */
export const measureAlertsAlone = async (): Promise<void> => {
  const product = await startProduct()
  try {
    await measureAlerts(product, await fillCrowd(product.pool, 10_000))
  } finally {
    await product.stop()
  }
}
