import type { Plan } from '@mimamori/contract'
import type { Insertable } from 'kysely'
import type { Database } from '../../platform/database/database-types.ts'
import { setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type User = { readonly user_id: number }
type Office = { readonly company_id: number; readonly office_id: number }
type Watcher = { readonly device_id: number; readonly location_name: string | null }

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
    /** WBGT that a watcher measured, an hour each from a time in Japan on. */
    measure: ({ company_id, office_id }: Office, { device_id }: Watcher, from: string, values: readonly number[]) => {
      const begin = new Date(`${from}:00+09:00`).getTime()
      const rows = values.map((wbgt, index) => {
        const slot = new Date(begin + index * 3_600_000)
        const heat = { source: 'measured', wbgt_max: wbgt, wbgt_sum: wbgt, wbgt_count: 1 }
        return { company_id, office_id, device_id, serial: String(device_id), slot, ...heat }
      })
      return db.insertInto('heat_summary').values(rows).execute()
    },
    /** The same difference from the forecast at a watcher's place in all hours. */
    keepDifference: ({ company_id, office_id }: Office, { device_id, location_name }: Watcher, station: string, by: number) => {
      const cells = 24 * 3
      const all = <Value>(value: Value) => Array.from({ length: cells }, () => value)
      const cell = { difference: all(by), days: all(7), pooled: all(false) }
      return db
        .insertInto('forecast_difference')
        .values({ company_id, office_id, device_id, place: location_name ?? '', station, ...cell })
        .execute()
    },
    /** That a day's forecast was off at a watcher's place, in one hour. */
    keepError: ({ company_id, office_id }: Office, { device_id, location_name }: Watcher, day: string, by: number) => {
      const values = Array.from({ length: 24 }, () => 28)
      const hours = { station: '', forecast: values, site: values, measured: values }
      const sums = { compared: 1, error_sum: by, absolute_sum: Math.abs(by), public_sum: by, worst_hour: 12, worst_by: by }
      return db
        .insertInto('forecast_check')
        .values({ company_id, office_id, device_id, day, place: location_name ?? '', ...hours, ...sums })
        .execute()
    },
    /** A doctor's word on the share of the working day that somebody may be in heat. */
    limit: ({ company_id, user_id }: User & { readonly company_id: number }, by: User, share: number) => {
      const word = { kind: 'doctor', share, reason: '主治医の意見', set_by: by.user_id, set_at: at('20T12:00') }
      return db
        .insertInto('acclimatisation_override')
        .values({ company_id, user_id, ...word })
        .execute()
    },
  }
}
