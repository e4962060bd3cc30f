import { createWorld, dayMs, minuteMs, pastReadings, type Uplink, type World } from '@mimamori/simulator'
import type { Pool } from 'pg'
import type { OfficeKey } from '../shared/organisation/keys.ts'
import type { DemoSite } from './demo-file.ts'

// The scripted parts begin two hours before their minute 0, so most of the past is filled in before that minute is set.
const scriptLeadMs = 2 * 60 * minuteMs

export type Filling = {
  readonly site: DemoSite
  readonly uplink: Uplink
  readonly seed: number
  /** The instant that falls on 13:40 of the hot day, epoch ms. */
  readonly anchorMs: number
  readonly fromMs: number
  readonly signal: AbortSignal
  /** Called with the share of the past that is stored, 0 to 1. */
  readonly onProgress: (share: number) => void
}

// Where the demo has run before, it continues from its last reading.
const lastHeard = `
  select max(heard.last_at) as last_at
    from (select s.last_at from device d join device_state s using (company_id, device_id)
           where d.company_id = $1 and d.office_id = $2
          union all
          select s.last_at from app_user u join worker_state s using (company_id, user_id)
           where u.company_id = $1 and u.office_id = $2) heard`

/** From when on a site's past is missing, epoch ms: after its last reading, and at most so many days back. */
export const missingFrom = async (pool: Pool, { companyId, officeId }: OfficeKey, nowMs: number, days: number): Promise<number> => {
  const { rows } = await pool.query<{ last_at: Date | null }>(lastHeard, [companyId, officeId])
  const heard = rows[0]?.last_at?.getTime()
  return Math.min(nowMs, Math.max(nowMs - days * dayMs, heard === undefined ? 0 : heard + 1_000))
}

const send = async (filling: Filling, world: World, fromMs: number, toMs: number): Promise<void> => {
  const { uplink, seed, signal, anchorMs, onProgress } = filling
  const whole = Math.max(1, anchorMs - filling.fromMs)
  for (const { readings, untilMs } of pastReadings(world, fromMs, toMs, seed)) {
    if (signal.aborted) return
    uplink.take(readings)
    await uplink.drained()
    onProgress(Math.min(1, (untilMs - filling.fromMs) / whole))
  }
}

/** From when on readings follow the scripted parts, epoch ms. */
const scriptedFrom = ({ anchorMs, fromMs }: Filling): number => Math.max(fromMs, anchorMs - scriptLeadMs)

/** Sends a site's past up to the scripted parts, as fast as the server takes it; returns the world at that moment. */
export const fillPast = async (filling: Filling): Promise<World> => {
  const { site, seed, anchorMs, fromMs } = filling
  const world = createWorld({ scenario: site.scenario, seed, anchorMs, fromMs })
  await send(filling, world, fromMs, scriptedFrom(filling))
  return world
}

/** Sends the rest up to now; minute 0 of the scripted parts is then, however long the past has taken. */
export const fillScripted = async (filling: Filling, world: World): Promise<void> => {
  const nowMs = Date.now()
  world.startScript(nowMs)
  await send(filling, world, scriptedFrom(filling), nowMs)
}

/** Lets what a site's past sent count as heard when it was taken: all of it came in just now, and nobody would be missed. */
export const markPastHeardInTime = async (pool: Pool, { companyId, officeId }: OfficeKey): Promise<void> => {
  await pool.query(
    `update device_state s set heard_at = s.last_at from device d
      where d.company_id = s.company_id and d.device_id = s.device_id and d.company_id = $1 and d.office_id = $2`,
    [companyId, officeId],
  )
  await pool.query(
    `update worker_state s set heard_at = s.last_at from app_user u
      where u.company_id = s.company_id and u.user_id = s.user_id and u.company_id = $1 and u.office_id = $2`,
    [companyId, officeId],
  )
}
