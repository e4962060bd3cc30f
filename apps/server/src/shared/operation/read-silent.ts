import type { AlertKind } from '@mimamori/contract'
import { isWorkingTime, workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { TenantFilter } from '../organisation/tenant-filter.ts'
import type { SilentDevices } from './figures.ts'

type LinesRow = {
  readonly company_id: number
  readonly office_id: number
  readonly opens_at: string
  readonly closes_at: string
  readonly kind: AlertKind
  readonly lines: number
  /** The people that its lines name. */
  readonly named: number
}

/** The open lines of silence by office. */
const findLines = async (db: Db, isReached: TenantFilter): Promise<LinesRow[]> => {
  const { rows } = await sql<LinesRow>`
    select a.company_id, a.office_id, o.opens_at::text as opens_at, o.closes_at::text as closes_at, a.kind, count(*)::int as lines,
           sum(case when jsonb_typeof(a.reason->'userIds') = 'array' then jsonb_array_length(a.reason->'userIds') else 0 end)::int as named
      from alert a
      join office o on o.company_id = a.company_id and o.office_id = a.office_id
     where a.kind in ('silent', 'gatewaySilent', 'deviceSilent', 'siteSilent') and a.ended_at is null and a.source <> 'poster'
       and not a.drill and not a.withdrawn and not a.late and (a.handling <> 'closed') is true and ${isReached('a')}
     group by a.company_id, a.office_id, o.opens_at, o.closes_at, a.kind`.execute(db)
  return rows
}

// Within this nobody is silent yet (`silenceLimitMs` of packages/heat is longer).
const heardLatelyMs = 15 * 60_000
// One alone is a person who may have fallen, not a site.
const fewestOfSite = 2

type Office = { readonly companyId: number; readonly officeId: number }

/** How many of these offices have nobody whose tag was heard lately. */
const countUnheard = async (db: Db, offices: readonly Office[], now: Date): Promise<number> => {
  if (offices.length === 0) return 0
  const { rows } = await sql<{ heard: number }>`
    select count(*)::int as heard
      from office o
     where (o.company_id, o.office_id) in (
       select * from unnest(${offices.map(({ companyId }) => companyId)}::int[], ${offices.map(({ officeId }) => officeId)}::int[]))
       and exists (
       select from app_user u
         join worker_state s on s.company_id = u.company_id and s.user_id = u.user_id
        where u.company_id = o.company_id and u.office_id = o.office_id and u.deleted_at is null
          and s.heard_at > ${new Date(now.getTime() - heardLatelyMs)})`.execute(db)
  return offices.length - (rows[0]?.heard ?? 0)
}

const missedPeople = ({ kind, lines, named }: LinesRow): number => {
  if (kind === 'silent') return lines
  return kind === 'deviceSilent' ? 0 : named
}

const total = (rows: readonly LinesRow[], of: (row: LinesRow) => number) => rows.reduce((sum, row) => sum + of(row), 0)

/**
 * What alive monitoring misses at the sites that work now. A line of silence lasts until the next reading, also all night: then it says
 * nothing of the way on which readings come.
 */
export const readSilent = async (db: Db, isReached: TenantFilter, now: Date): Promise<SilentDevices> => {
  const rows = (await findLines(db, isReached)).filter(({ opens_at: opensAt, closes_at: closesAt }) =>
    isWorkingTime(now.getTime(), workingHoursOf(opensAt, closesAt)),
  )
  const linesOf = (kind: AlertKind) =>
    total(
      rows.filter((row) => row.kind === kind),
      ({ lines }) => lines,
    )
  const missing = [...Map.groupBy(rows, (row) => `${row.company_id}/${row.office_id}`).values()].flatMap((own) => {
    const [first] = own
    return first !== undefined && total(own, missedPeople) >= fewestOfSite
      ? [{ companyId: first.company_id, officeId: first.office_id }]
      : []
  })
  return {
    wearers: total(rows, missedPeople),
    gateways: linesOf('gatewaySilent'),
    instruments: linesOf('deviceSilent'),
    sites: await countUnheard(db, missing, now),
  }
}
