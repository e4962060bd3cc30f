import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { isOffSeason } from '../monitoring/forecast/season.ts'
import { isOpen } from '../organisation/archived-offices.ts'
import type { TenantFilter } from '../organisation/tenant-filter.ts'
import type { ExpectedDevices, JobFigures, OperationFigures } from './figures.ts'

type RunRow = TableRow<'job_run', 'job' | 'every_seconds' | 'began_at' | 'ended_at' | 'failing_since'>

/** How late each recurring job is: since its last turn ended, or since its turns fail. One that never ended is late since it began. */
export const readJobs = async (db: Db, now: Date): Promise<readonly JobFigures[]> => {
  const { rows } = await sql<RunRow>`
    select j.job, j.every_seconds, j.began_at, j.ended_at, j.failing_since from job_run j order by j.job`.execute(db)
  return rows.map(({ job: name, every_seconds: every, began_at: beganAt, ended_at: endedAt, failing_since: failingSince }) => {
    const since = failingSince ?? endedAt ?? beganAt
    return { name, failingSince, overdueSeconds: Math.max(0, (now.getTime() - since.getTime()) / 1_000 - every) }
  })
}

/** The jobs that people have queued and no process has begun. */
export const readFileJobs = async (db: Db, isReached: TenantFilter): Promise<OperationFigures['fileJobs']> => {
  const { rows } = await sql<OperationFigures['fileJobs']>`
    select count(*)::int as waiting, min(j.created_at) as "oldestWaitingAt" from job j
     where j.state = 'waiting' and ${isReached('j')}`.execute(db)
  return rows[0] ?? { waiting: 0, oldestWaitingAt: null }
}

const forecastDays = 2

/** How old the forecasts of the stations are that open sites use. */
export const readForecast = async (db: Db, isReached: TenantFilter, now: Date): Promise<NonNullable<OperationFigures['forecast']>> => {
  // The offices of a cluster lie elsewhere than what is known of a station, so the two are not joined.
  const { rows: used } = await sql<{ station: string }>`
    select distinct o.public_wbgt_station as station from office o
     where o.public_wbgt_station ~ '^[0-9]{5}$' and ${isOpen('o')} and ${isReached('o')}`.execute(db)
  const { rows } = await sql<{ recent: number; oldest_at: Date | null }>`
    select count(*)::int as recent, min(f.forecast_issued_at) as oldest_at from public_station_fetch f
     where f.station = any(${used.map(({ station }) => station)}::text[])
       and f.forecast_issued_at > ${new Date(now.getTime() - forecastDays * dayMs)}`.execute(db)
  const { recent, oldest_at: oldestIssuedAt } = rows[0] ?? { recent: 0, oldest_at: null }
  return { stations: used.length, isInSeason: !isOffSeason(now), without: used.length - recent, oldestIssuedAt }
}

/** Worn tags, installed gateways and instruments, and sites that are open: of a hundred thousand people some ten milliseconds. */
export const countExpected = async (db: Db, isReached: TenantFilter): Promise<ExpectedDevices> => {
  const { rows: worn } = await sql<{ count: number }>`
    select count(*)::int as count from wear w where w.worn_to is null and w.slot = 'vital' and ${isReached('w')}`.execute(db)
  const { rows: installed } = await sql<{ gateways: number; instruments: number }>`
    select (count(*) filter (where d.kind = 'gateway'))::int as gateways, (count(*) filter (where d.kind <> 'gateway'))::int as instruments
      from device d where d.kind in ('gateway', 'heat', 'barometer') and d.installation_status = 1 and ${isReached('d')}`.execute(db)
  const { rows: open } = await sql<{ count: number }>`
    select count(*)::int as count from office o where ${isOpen('o')} and ${isReached('o')}`.execute(db)
  return {
    wearers: worn[0]?.count ?? 0,
    gateways: installed[0]?.gateways ?? 0,
    instruments: installed[0]?.instruments ?? 0,
    sites: open[0]?.count ?? 0,
  }
}
