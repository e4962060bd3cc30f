import type { DatabaseConnection } from '../../../apps/server/src/platform/database/database.ts'
import { eventually, Product, type ProductOptions } from '../../../apps/server/test/durability/product.ts'
import { countStored, sentInDay } from './compare.ts'
import { workingDays } from './pressed-clock.ts'
import type { PressedTime } from './pressed-time.ts'
import type { WeekSenders } from './senders.ts'
import type { WeekSite } from './site.ts'
import { signInToSite } from './watch.ts'

const patienceMs = 1_200_000

type Evenings = {
  readonly product: Product
  readonly database: DatabaseConnection
  readonly site: WeekSite
  readonly senders: WeekSenders
  readonly time: PressedTime
  /** Of the process that does the night's jobs. */
  readonly nightOptions: () => ProductOptions
}

const alertsAtOnce = 1_000

/**
 * Closes the day's emergencies, as the site's administrator does, who signs in again where the token's quarter of an hour is over.
 * Answers whether none is left.
 */
const closeEmergencies = async (product: Product, site: WeekSite): Promise<boolean> => {
  const headers = await signInToSite(product.url, site)
  const open = `allTime=1&kind=emergency&handling=open,acknowledged,responding&limit=${alertsAtOnce}`
  const answer = await fetch(`${product.url}/api/HealthCondition/Alert?${open}`, { headers })
  if (!answer.ok) throw new Error(`the alerts: ${answer.status} ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  for (const { id } of data) {
    const closed = await fetch(`${product.url}/api/Alert/${id}/Close`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'other' }),
    })
    const words = await closed.text()
    if (closed.status === 401) return false
    if (!closed.ok) throw new Error(`closing an emergency: ${closed.status} ${words}`)
  }
  return data.length < alertsAtOnce
}

const countShifts = async ({ pool }: DatabaseConnection, { companyId }: WeekSite): Promise<number> =>
  (await pool.query('select from worker_shift s where s.company_id = $1', [companyId])).rowCount ?? 0

/**
 * Evening after evening: once the day's readings are stored somebody closes what is open, and another process of the product does
 * the jobs of an hour and of ten minutes once, whose intervals are not pressed together.
 */
export const spendEvenings = async ({ product, database, site, senders, time, nightOptions }: Evenings): Promise<void> => {
  for (let day = 0; day < workingDays; day++) {
    await time.untilHours(24 * day + 17.5)
    await eventually(async () => senders.hasDelivered(day), `day ${day + 1} is delivered`, patienceMs)
    const isStored = async () => (await countStored(database, site, day, day + 1)) === sentInDay(site)
    await eventually(isStored, `all ${sentInDay(site)} readings of day ${day + 1} are stored`, patienceMs)
    await eventually(() => closeEmergencies(product, site), 'the emergencies are closed', patienceMs)
    await time.untilHours(24 * day + 19.5)
    const night = new Product(nightOptions())
    try {
      await night.ready(180_000)
      // What a shift counts for later must be known in the morning, and a process that stops measures no more of them.
      const isMeasured = async () => (await countShifts(database, site)) >= day * site.hands.length
      await eventually(isMeasured, `the shifts before day ${day + 1} are measured`, 120_000)
      senders.nights = day + 1
      await time.untilHours(24 * day + 28)
    } finally {
      await night.stop()
    }
  }
}
