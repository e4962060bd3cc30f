import type { AlertKind } from '@mimamori/contract'
import { isEmergencyKind } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { isEmergencyOrReport } from '../monitoring/emergency-kinds.ts'
import type { TenantFilter } from '../organisation/tenant-filter.ts'
import { type AlertGrade, alertGrades, type OpenAlerts } from './figures.ts'

type KindRow = {
  readonly kind: AlertKind
  readonly level: number | null
  readonly open: number
  readonly unacknowledged: number
  readonly oldest_at: Date | null
  readonly unanswered: number
  readonly forgotten: number
}

const isOpenAlert = sql`a.ended_at is null and a.handling <> 'closed' and not a.withdrawn and not a.late and not a.drill`

// As `isOpenAlert`, in words that lead the planner past alert_unhandled: the index of what nobody ever closed grows with the years.
const isOpenByEnd = sql`a.ended_at is null and (a.handling <> 'closed') is true and not a.withdrawn and not a.late and not a.drill`

const isUnacknowledged = sql`a.handling = 'open' and a.kind not in ('battery', 'clock')`

const minuteMs = 60_000
// Long enough for the people of a site to answer by themselves.
const patienceMs = 10 * minuteMs
// Nobody who looks at it now saves anybody, and one of these must not hide a new one.
const forgottenMs = 12 * 60 * minuteMs
const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

const columns = sql`a.kind, a.level, a.handling, a.started_at`

/**
 * The open alerts by kind and level. Those of a poster are read apart, so that each part has a partial index of what is open alone
 * (alert_one_open, alert_open_emergency): alerts that nobody ever closed would make any other one as long as the years.
 */
const findKinds = async (db: Db, isReached: TenantFilter, now: Date): Promise<KindRow[]> => {
  const { rows } = await sql<KindRow>`
    select a.kind, a.level, count(*)::int as open,
           (count(*) filter (where ${isUnacknowledged}))::int as unacknowledged,
           min(a.started_at) filter (where ${isUnacknowledged}) as oldest_at,
           (count(*) filter (where ${isUnacknowledged} and a.started_at between ${before(now, forgottenMs)} and ${before(now, patienceMs)}))::int as unanswered,
           (count(*) filter (where ${isUnacknowledged} and a.started_at < ${before(now, forgottenMs)}))::int as forgotten
      from (
        select ${columns} from alert a where ${isOpenByEnd} and a.source <> 'poster' and ${isReached('a')}
         union all
        select ${columns} from alert a
         where ${isOpenAlert} and a.source = 'poster' and a.kind = 'report' and ${isReached('a')}) a
     group by a.kind, a.level`.execute(db)
  return rows
}

const gradeOf = ({ kind, level }: KindRow): AlertGrade => {
  if (isEmergencyKind(kind)) return 'emergency'
  if (kind === 'report') return 'report'
  const graded = kind === 'condition' || kind === 'siteHeat' ? alertGrades.find((grade) => grade === `level${level}`) : undefined
  return graded ?? 'other'
}

const earlier = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other < one) ? other : one)

const sumOf = (rows: readonly KindRow[]): OpenAlerts => ({
  open: rows.reduce((sum, { open }) => sum + open, 0),
  unacknowledged: rows.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
  unanswered: rows.reduce((sum, { unanswered }) => sum + unanswered, 0),
  forgotten: rows.reduce((sum, { forgotten }) => sum + forgotten, 0),
  oldestUnacknowledgedAt: rows.reduce<Date | null>((oldest, { oldest_at: at }) => earlier(oldest, at), null),
})

/** The open alerts of all companies by grade. */
export const readAlerts = async (db: Db, isReached: TenantFilter, now: Date): Promise<Readonly<Record<AlertGrade, OpenAlerts>>> => {
  const rows = await findKinds(db, isReached, now)
  const of = (grade: AlertGrade) => sumOf(rows.filter((row) => gradeOf(row) === grade))
  const [emergency, report, other] = [of('emergency'), of('report'), of('other')]
  return { emergency, report, level3: of('level3'), level2: of('level2'), level1: of('level1'), other }
}

/** Open emergencies and reports that nobody has acknowledged, and whose every notice says that there was nobody to notify. */
export const countUnreached = async (db: Db, isReached: TenantFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alert a
     where ${isEmergencyOrReport} and a.handling <> 'closed' and a.handling = 'open' and ${isOpenAlert} and ${isReached('a')}
       and exists (select from alert_notice n where n.company_id = a.company_id and n.alert_id = a.alert_id and n.channel = 'none')
       and not exists (select from alert_notice n where n.company_id = a.company_id and n.alert_id = a.alert_id and n.channel <> 'none')`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
