import type { Plan } from '@mimamori/contract'
import type { Insertable } from 'kysely'
import type { Database } from '../../platform/database/database-types.ts'
import { setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type User = { readonly user_id: number }

/** The product with helpers for plans; the time is 17:12 on 21 July 2026. */
export const startPlans = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const at = (text: string) => new Date(`2026-07-${text}:00+09:00`)
  const setTime = (text: string) => {
    product.time.now = at(text)
  }
  setTime('21T17:12')
  const ask = async (user: User, query: string) => {
    const { status, body } = await product.ask('GET', `/api/Plan?${query}`, { headers: await product.as(user) })
    return { status, body }
  }
  return {
    product,
    db,
    at,
    setTime,
    ask,
    /** The plan as the user reads it. */
    plan: async (user: User, query: string): Promise<Plan> => {
      const { status, body } = await ask(user, query)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body as Plan
    },
    /** A site that works from 7:30 to 17:30 with a station of its own, and its administrator. */
    newSite: async (station: string, values: Partial<Insertable<Database['office']>> = {}) => {
      const office = await makeOffice(db, { opens_at: '07:30', closes_at: '17:30', public_wbgt_station: station, ...values })
      return { office, admin: await makeUser(db, 'HeadquartersAdmin', office) }
    },
    newGroup: (office: { office_id: number }, values: Partial<Insertable<Database['work_group']>> = {}) =>
      makeGroup(db, { office_id: office.office_id, ...values }),
    newWorker: (
      office: { company_id: number; office_id: number },
      group: { group_id: number } | null,
      values: Partial<Insertable<Database['app_user']>> = {},
    ) => makeUser(db, 'User', { company_id: office.company_id, office_id: office.office_id, group_id: group?.group_id ?? null }, values),
    newWatcher: (office: { office_id: number }, name: string) => makeDevice(db, 'heat', office.office_id, { location_name: name }),
    /** The watcher that somebody's tag used last. */
    hearAt: (user: User, watcher: { device_id: number }, lastAt = product.time.now) =>
      setState(db, user.user_id, product.time.now, { last_at: lastAt, wbgt_device_id: watcher.device_id }),
    /** Forecasts of a station, an hour each from a time on. */
    forecast: (station: string, from: string, values: readonly number[]) =>
      db
        .insertInto('public_wbgt')
        .values(values.map((wbgt, index) => ({ station, at: new Date(at(from).getTime() + index * 3_600_000), kind: 'forecast', wbgt })))
        .execute(),
  }
}
