import type { AlertLoad, LoadCounts, QueryOf, alertLoad } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { daysFromTo } from '../../platform/japan-time.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { findSite, type Site } from '../../shared/organisation/find-site.ts'
import { type AlertCount, countAlerts } from './count-alerts.ts'
import { countNotices, type NoticeCount } from './count-notices.ts'
import { expectedLoad } from './expected.ts'
import { periodOf } from './period.ts'
import { type Crew, readCrew, readDailyHeat } from './read-crew.ts'

const crewSize = 40
const mostListed = 100

const none: LoadCounts = { emergency: 0, level3: 0, level2: 0, level1: 0, siteHeat: 0, belt: 0, device: 0 }

const countsOf = (row: AlertCount | undefined): LoadCounts => {
  if (row === undefined) return none
  const { emergency, level3, level2, level1, siteHeat, belt, device } = row
  return { emergency, level3, level2, level1, siteHeat, belt, device }
}

const outcomesOf = (row: AlertCount | undefined) => ({
  falseAlarm: row?.falseAlarm ?? 0,
  answered: row?.answered ?? 0,
  endedAlone: row?.endedAlone ?? 0,
  waiting: row?.waiting ?? 0,
})

const reasonsOf = (alerts: readonly AlertCount[]): AlertLoad['reasons'] =>
  alerts
    .flatMap((row) => {
      const { set, kind, reason, level, count } = row
      return set !== 'reason' || kind === null ? [] : [{ ...outcomesOf(row), kind, reason, level, count }]
    })
    .toSorted((one, other) => other.count - one.count || (other.level ?? -1) - (one.level ?? -1) || (one.kind < other.kind ? 1 : -1))

const personsOf = (alerts: readonly AlertCount[], withdrawn: ReadonlySet<number>): AlertLoad['persons'] =>
  alerts
    .filter(({ set, userId }) => set === 'person' && userId !== null && !withdrawn.has(userId))
    .toSorted((one, other) => other.count - one.count || other.emergency - one.emergency || (one.userId ?? 0) - (other.userId ?? 0))
    .slice(0, mostListed)
    .map((row) => ({
      ...countsOf(row),
      ...outcomesOf(row),
      userId: row.userId ?? 0,
      fullName: row.fullName ?? '',
      groupName: row.groupName,
    }))

const receiversOf = (alerts: readonly AlertCount[], notices: readonly NoticeCount[]): AlertLoad['receivers'] => {
  const answerers = new Map(alerts.flatMap((row) => (row.set === 'answerer' ? [[row.answererId, row] as const] : [])))
  return notices
    .filter(({ set }) => set === 'receiver')
    .toSorted((one, other) => other.received - one.received || (one.userId ?? Number.MAX_VALUE) - (other.userId ?? Number.MAX_VALUE))
    .slice(0, mostListed)
    .map(({ userId, name, role, received }) => {
      const own = userId === null ? undefined : answerers.get(userId)
      return { userId, name: name ?? '', role, received, answered: own?.answers ?? 0, medianSeconds: own?.medianSeconds ?? null }
    })
}

const crewOf = (total: AlertCount | undefined, { personDays, measured, days }: Crew, heat: ReadonlyMap<string, number>) => {
  const aDay = (alerts: number) => (alerts / personDays) * crewSize
  const known = days.flatMap((day) => heat.get(day) ?? [])
  return {
    actual:
      personDays === 0
        ? null
        : { level2: aDay(total?.reached2 ?? 0), level3: aDay(total?.level3 ?? 0), emergency: aDay(total?.accumulated ?? 0) },
    expected: expectedLoad(known.length === 0 ? null : known.reduce((sum, wbgt) => sum + wbgt, 0) / known.length),
    measured,
  }
}

const findWithdrawn = async (db: Db, { companyId }: OfficeKey, alerts: readonly AlertCount[]): Promise<Set<number>> => {
  const userIds = alerts.flatMap(({ set, userId }) => (set === 'person' && userId !== null ? [userId] : []))
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from app_user u
     where u.company_id = ${companyId} and u.user_id = any(${userIds}::int[]) and u.consent_withdrawn_at is not null`.execute(db)
  return new Set(rows.map(({ user_id: userId }) => userId))
}

/**
 * How much a site's people are notified of in a period.
 * @throws Refusal 404 where the actor sees no such site; 400 for days that are no period
 */
export const readAlertLoad = async (
  { db, clock }: Context,
  actor: Actor,
  query: QueryOf<typeof alertLoad.read>,
): Promise<{ site: Site; load: AlertLoad }> => {
  const site = await findSite(db, actor, query.officeId)
  const period = periodOf(query, clock())
  const [alerts, notices, crew, heat] = await Promise.all([
    countAlerts(db, site, period),
    countNotices(db, site, period),
    readCrew(db, site, period),
    readDailyHeat(db, site, period),
  ])
  const withdrawn = await findWithdrawn(db, site, alerts)
  const total = alerts.find(({ set }) => set === 'all')
  const sent = notices.find(({ set }) => set === 'all')
  const receivedOf = (set: 'day' | 'hour', at: string | number) => notices.find((row) => row.set === set && row[set] === at)?.received ?? 0
  const countsAt = (set: 'day' | 'hour', at: string | number) => countsOf(alerts.find((row) => row.set === set && row[set] === at))
  const { from, to } = period.days
  const load: AlertLoad = {
    officeId: site.officeId,
    officeName: site.officeName,
    companyName: site.companyName,
    from,
    to,
    workedDays: crew.days.length,
    people: crew.people,
    personDays: crew.personDays,
    totals: { ...countsOf(total), ...outcomesOf(total) },
    response: { answered: total?.answers ?? 0, medianSeconds: total?.medianSeconds ?? null, p90Seconds: total?.p90Seconds ?? null },
    notices: {
      received: sent?.received ?? 0,
      mail: sent?.mail ?? 0,
      push: sent?.push ?? 0,
      receivers: notices.filter(({ set }) => set === 'receiver').length,
    },
    days: daysFromTo(from, to).map((date) => ({
      date,
      ...countsAt('day', date),
      received: receivedOf('day', date),
      wbgtMax: heat.get(date) ?? null,
    })),
    hours: Array.from({ length: 24 }, (_, hour) => ({ ...countsAt('hour', hour), received: receivedOf('hour', hour) })),
    reasons: reasonsOf(alerts),
    persons: personsOf(alerts, withdrawn),
    receivers: receiversOf(alerts, notices),
    crew: crewOf(total, crew, heat),
  }
  return { site, load }
}
