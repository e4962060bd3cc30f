import { type Heat, dayMs, type ScenarioWatcher } from '@mimamori/simulator'
import type { Pool } from 'pg'
import { hourMs, slotMs } from '../shared/monitoring/summaries/due.ts'
import { storePastHours, storePastSlots } from '../shared/monitoring/summaries/store-past.ts'
import { storePastShifts } from '../features/own-measure/store-past-shifts.ts'
import type { DemoSite } from './demo-file.ts'
import { pastHeat, type PastWeeks } from './past-heat.ts'
import { pastHours, type PastWorker } from './past-hours.ts'
import { pastShifts } from './past-shifts.ts'
import type { TableRow } from '../platform/database/table-row.ts'

const daysOfWeeks = 35

const findWatchers = async (pool: Pool, { companyId, officeId }: DemoSite) => {
  const { rows } = await pool.query<TableRow<'device', 'serial' | 'device_id'>>(
    `select d.serial, d.device_id from device d where d.company_id = $1 and d.office_id = $2 and d.kind = 'heat'`,
    [companyId, officeId],
  )
  return new Map(rows.map((row) => [row.serial, row.device_id]))
}

const findWorkers = async (pool: Pool, { companyId, officeId, scenario }: DemoSite): Promise<PastWorker[]> => {
  const { rows } = await pool.query<Omit<PastWorker, 'person'> & { serial: string }>(
    `select distinct u.user_id, u.office_id, u.group_id, coalesce(u.metabolic_class, g.metabolic_class, o.metabolic_class) as metabolic_class,
            coalesce(not u.acclimatised, false) as returns, d.serial
       from app_user u
       join office o on o.company_id = u.company_id and o.office_id = u.office_id
       left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
       join wear w on w.company_id = u.company_id and w.user_id = u.user_id and w.slot = 'vital'
       join device d on d.company_id = w.company_id and d.device_id = w.device_id
      where u.company_id = $1 and u.office_id = $2 order by u.user_id`,
    [companyId, officeId],
  )
  const people = new Map(scenario.people.map((person) => [person.vitalSerial, person]))
  return rows.flatMap(({ serial, ...row }) => {
    const person = people.get(serial)
    return person === undefined ? [] : [{ ...row, person }]
  })
}

const tenth = (value: number) => Math.round(value * 10) / 10

/** A watcher's heat as its summaries: a value a minute. */
const slotsOf = (
  { companyId, officeId }: DemoSite,
  { fromMs }: PastWeeks,
  { serial, isDry = false }: ScenarioWatcher,
  deviceId: number,
  heat: readonly (Heat | undefined)[],
) =>
  heat.flatMap((own, slot) =>
    own === undefined
      ? []
      : {
          company_id: companyId,
          office_id: officeId,
          device_id: deviceId,
          serial,
          source: 'measured',
          slot: new Date(fromMs + slot * slotMs),
          wbgt_max: tenth(own.wbgt),
          wbgt_sum: tenth(tenth(own.wbgt) * 10),
          wbgt_count: 10,
          estimated_count: isDry ? 10 : 0,
          temperature_max: tenth(own.temperature),
        },
  )

const isFilled = async (pool: Pool, { companyId, officeId }: DemoSite): Promise<boolean> => {
  const { rows } = await pool.query<{ filled: boolean }>(
    'select exists (select from heat_summary h where h.company_id = $1 and h.office_id = $2) as filled',
    [companyId, officeId],
  )
  return rows[0]?.filled === true
}

/**
 * Gives a new site five weeks of summaries and shifts before its readings begin, so that reports of a month have something to show
 * and people an own measure.
 * @param readingsFromMs when its readings begin, epoch ms
 */
export const fillPastWeeks = async (pool: Pool, site: DemoSite, seed: number, anchorMs: number, readingsFromMs: number): Promise<void> => {
  if (await isFilled(pool, site)) return
  const toMs = Math.floor(readingsFromMs / hourMs) * hourMs
  const weeks = { seed, anchorMs, fromMs: toMs - daysOfWeeks * dayMs, toMs }
  const { watchers, places } = site.scenario
  const heats = new Map(watchers.map((watcher) => [watcher.serial, pastHeat(weeks, watcher)]))
  const ids = await findWatchers(pool, site)
  const slots = watchers.flatMap((watcher) => slotsOf(site, weeks, watcher, ids.get(watcher.serial) ?? 0, heats.get(watcher.serial) ?? []))
  await storePastSlots(pool, slots)
  const hours = (await findWorkers(pool, site)).flatMap((worker) => {
    const exposure = places.find(({ name }) => name === worker.person.homePlace)?.exposure
    const nearest = watchers.find((watcher) => watcher.exposure === exposure) ?? watchers[0]
    return pastHours(weeks, worker, heats.get(nearest?.serial ?? '') ?? [])
  })
  await storePastHours(
    pool,
    site.companyId,
    hours.map((hour) => ({ company_id: site.companyId, ...hour })),
  )
  const ofPeople = Map.groupBy(hours, ({ user_id: userId }) => userId)
  await storePastShifts(
    pool,
    [...ofPeople.values()].flatMap((own) => pastShifts(site.companyId, own)),
  )
}
