import { signIn, timeCalls } from './console.ts'
import { percentile, report } from './figure.ts'
import { addBaseAdmin, type Crowd, fillCrowd } from './fill.ts'
import { type Product, startProduct } from './product.ts'

const people = 1_000
const groups = 40
const station = '44132'

/** The site as it is in a summer: 40 groups, people at its five watchers, some new in the heat, and a forecast for three days. */
export const fillSummer = async ({ pool }: Product, { companyId, officeId }: Crowd): Promise<void> => {
  const place = [companyId, officeId]
  await pool.query('update office set public_wbgt_station = $3 where company_id = $1 and office_id = $2', [...place, station])
  await pool.query(
    `update app_user u set group_id = g.group_id, first_exposure_on = case when u.user_id % 20 = 0 then current_date end
       from work_group g
      where u.company_id = $1 and g.company_id = $1 and g.office_id = $2 and g.code = 'G' || (u.user_id % $3::int + 1)`,
    [...place, groups],
  )
  await pool.query(
    `update worker_state s set last_at = now(), wbgt_device_id = d.device_id
       from device d where s.company_id = $1 and d.company_id = $1 and d.office_id = $2 and d.serial = lpad((s.user_id % 5 + 1)::text, 6, '0')
        and d.kind = 'heat'`,
    place,
  )
  await pool.query(
    `insert into public_wbgt (station, at, kind, wbgt)
     select $1, t, 'forecast', 27 + 4 * sin(extract(hour from t at time zone 'Asia/Tokyo') / 24 * pi())
       from generate_series(date_trunc('hour', now()) - interval '2 days', now() + interval '4 days', interval '3 hours') t`,
    [station],
  )
  await pool.query('vacuum analyze app_user')
  await pool.query('analyze worker_state')
}

// A person's first calls are answered at once, as those of a screen that opens; who makes many more is paced (paced-calls.ts).
const callsAPerson = 15
const pairs = { warming: 2, measured: 7 }

/** The plan of tomorrow of a site of 1,000 people, as its administrators read it, two at a time. */
export const measurePlan = async (): Promise<void> => {
  const product = await startProduct()
  try {
    const crowd = await fillCrowd(product.pool, people)
    await fillSummer(product, crowd)
    const url = `${product.url}/api/Plan?OfficeId=${crowd.officeId}`
    const times: number[] = []
    for (let pair = 0; pair < pairs.warming + pairs.measured; pair += 1) {
      const logins = [await addBaseAdmin(product.pool, crowd, `base-${pair}-1`), await addBaseAdmin(product.pool, crowd, `base-${pair}-2`)]
      const headers = [await signIn(product, logins[0]), await signIn(product, logins[1])]
      const own = await timeCalls(url, headers, 2 * callsAPerson, 2)
      if (pair >= pairs.warming) times.push(...own)
    }
    report(`plan of a site of 1,000 people p95, 2 in flight`, percentile(times, 0.95), 'ms', 100)
  } finally {
    await product.stop()
  }
}
