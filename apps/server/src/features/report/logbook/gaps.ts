import { itemAt } from '@mimamori/contract/typed-lists'
import { gapLimitMs, HIGHEST_WBGT, intervalOf, LOWEST_WBGT } from '@mimamori/heat'
import { sql } from 'kysely'
import { slotMs } from '../../../shared/monitoring/summaries/due.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { spansWithout, type BareSlots } from './bare-slots.ts'
import { blank, type Line } from './line.ts'
import type { Span, Watcher } from './site.ts'

/**
 * A stretch of a watcher between two of its readings, or slots, with a WBGT that can be read. The ends are null where the
 * span has none: before its first or after its last.
 */
export type Pause = {
  readonly deviceId: number
  readonly from: Date | null
  readonly to: Date | null
  /** Where it was at either end. */
  readonly officeFrom: number | null
  readonly officeTo: number | null
  /** What it may pause for, ms. */
  readonly limitMs: number
}

type Bare = Omit<Pause, 'limitMs'>

/** A part of a book's span, and the pauses in it. */
export type PausesOfPart = { readonly span: Span; readonly pauses: readonly Pause[] }

const shortestMs = gapLimitMs(null)
// A day before and after shows whether a watcher was only pausing at the span's ends.
const aroundMs = 24 * 3_600_000

const readable = sql`r.wbgt between ${sql.lit(LOWEST_WBGT)} and ${sql.lit(HIGHEST_WBGT)}`

// Of all sites: while a watcher was at another site it was missed nowhere.
const pausesOf = (companyId: number, deviceIds: readonly number[], { from, to }: Span) => sql<Bare>`
  select d.device_id as "deviceId", s.at as "from", s.next_at as "to", s.office_id as "officeFrom", s.next_office as "officeTo"
    from unnest(${deviceIds}::int[]) d (device_id)
   cross join lateral (
     select p.at, p.office_id, lead(p.at) over around as next_at, lead(p.office_id) over around as next_office from (
       (select null::timestamptz as at, null::int as office_id)
        union all
       (select r.at, r.office_id from reading r
         where r.company_id = ${companyId} and r.device_id = d.device_id and ${readable}
           and r.at >= ${new Date(from.getTime() - aroundMs)} and r.at < ${from} order by r.at desc limit 1)
        union all
       (select r.at, r.office_id from reading r
         where r.company_id = ${companyId} and r.device_id = d.device_id and ${readable} and r.at >= ${from} and r.at < ${to})
        union all
       (select r.at, r.office_id from reading r
         where r.company_id = ${companyId} and r.device_id = d.device_id and ${readable}
           and r.at >= ${to} and r.at < ${new Date(to.getTime() + aroundMs)} order by r.at limit 1)) p
     window around as (order by p.at nulls first)) s
   where s.at is null or s.next_at is null or s.next_at - s.at > ${`${shortestMs} milliseconds`}::interval`

type Pace = { readonly ats: readonly Date[] | null }

// The pace of before the pause: nine spacings.
const pacesOf = (companyId: number, pauses: readonly Bare[]) => sql<Pace>`
  select p.ats
    from unnest(${pauses.map(({ deviceId }) => deviceId)}::int[], ${pauses.map(({ from }) => from)}::timestamptz[])
         with ordinality as x (device_id, at, place)
   cross join lateral (
     select array_agg(l.at order by l.at) as ats from (
       select r.at from reading r
        where r.company_id = ${companyId} and r.device_id = x.device_id and ${readable}
          and r.at <= x.at and r.at > x.at - interval '4 days' order by r.at desc limit 10) l) p
   order by x.place`

const limitOf = ({ ats }: Pace): number => {
  const times = (ats ?? []).map((at) => at.getTime())
  const spacings = times.slice(1).map((at, index) => at - itemAt(times, index))
  return gapLimitMs(intervalOf(spacings, null))
}

/** Where the readings of watchers pause for longer than the shortest gap, with what each may pause for. */
export const readPauses = async (db: Db, { companyId }: OfficeKey, watchers: readonly Watcher[], span: Span): Promise<Pause[]> => {
  const ids = watchers.map(({ deviceId }) => deviceId)
  const { rows: bare } = await pausesOf(companyId, ids, span).execute(db)
  const { rows: paces } = await pacesOf(companyId, bare).execute(db)
  return bare.map((pause, index) => ({ ...pause, limitMs: limitOf(paces[index] ?? { ats: null }) }))
}

// Of ten minutes it is known how many values they had; the interval follows from their mean.
const slotPausesOf = (companyId: number, deviceIds: readonly number[], { from, to }: Span) => sql<
  Bare & { readonly perSlot: number | null }
>`
  select s.device_id as "deviceId", s.slot + interval '10 minutes' as "from", s.next_slot as "to", s.office_id as "officeFrom",
         s.next_office as "officeTo", s.per_slot::float8 as "perSlot"
    from (
      select p.*, lead(p.slot) over around as next_slot, lead(p.office_id) over around as next_office,
             avg(p.wbgt_count) over (around rows between 8 preceding and current row) as per_slot
        from (select d.device_id, null::timestamptz as slot, null::int as office_id, null::int as wbgt_count
                from unnest(${deviceIds}::int[]) d (device_id)
               union all
              select h.device_id, h.slot, h.office_id, h.wbgt_count from heat_summary h
               where h.company_id = ${companyId} and h.device_id = any(${deviceIds}::int[]) and h.wbgt_count > 0
                 and h.slot >= ${from} and h.slot < ${to}) p
      window around as (partition by p.device_id order by p.slot nulls first)) s
   where s.slot is null or s.next_slot is null or s.next_slot - s.slot > interval '10 minutes'`

/** The same where only summaries are kept. */
export const readSlotPauses = async (db: Db, { companyId }: OfficeKey, watchers: readonly Watcher[], span: Span): Promise<Pause[]> => {
  const ids = watchers.map(({ deviceId }) => deviceId)
  const { rows } = await slotPausesOf(companyId, ids, span).execute(db)
  return rows.map(({ perSlot, ...pause }) => ({ ...pause, limitMs: gapLimitMs(perSlot === null ? null : slotMs / 60_000 / perSlot) }))
}

/** The ends of a pause within the span; null where it is no gap of the site. */
const endsOf = (pause: Pause, watcher: Watcher, officeId: number, span: Span, now: Date): Span | null => {
  const { from, to, limitMs } = pause
  const isHereBefore = (from === null ? watcher.officeBefore : pause.officeFrom) === officeId
  // Nobody heard it since: it is missed only where it still is, and is to measure.
  const after = to === null ? watcher.officeAfter : pause.officeTo
  const isHereAfter = after === officeId || (after === null && watcher.measures)
  if (!isHereBefore || !isHereAfter) return null
  const end = Math.min((to ?? span.to).getTime(), now.getTime())
  if (end - (from ?? span.from).getTime() <= limitMs) return null
  const within = {
    from: new Date(Math.max((from ?? span.from).getTime(), span.from.getTime())),
    to: new Date(Math.min(end, span.to.getTime())),
  }
  return within.from < within.to ? within : null
}

/** The gap beside the slots that have a summary; what is left between them is one where it is too long for a pause. */
const withoutBare = (gap: Span, { deviceId, limitMs }: Pause, bare: BareSlots): Span[] => {
  const parts = spansWithout(gap, bare.get(deviceId) ?? new Set())
  return parts.length === 1 && parts[0]?.from.getTime() === gap.from.getTime() && parts[0].to.getTime() === gap.to.getTime()
    ? parts
    : parts.filter(({ from, to }) => to.getTime() - from.getTime() > limitMs)
}

/** One gap where two meet at the bound of the parts: there readings end and their summaries alone are kept. */
const merged = (gaps: readonly Span[], bound: number): Span[] => {
  const before = gaps.find(({ to }) => to.getTime() === bound)
  const after = gaps.find(({ from }) => from.getTime() === bound)
  if (before === undefined || after === undefined) return [...gaps]
  return [...gaps.filter((gap) => gap !== before && gap !== after), { from: before.from, to: after.to }]
}

/**
 * Where values of a watcher that was at the site should have come and did not (欠測): for longer than a gap of it
 *, within the span and not in the future.
 * @param parts the part of which summaries alone are kept, and the one after it, each with the pauses of any watchers
 * @param bare slots with a summary and no reading: there nothing is missed
 */
export const gapLines = (
  [past, stored]: readonly [PausesOfPart, PausesOfPart],
  watchers: readonly Watcher[],
  officeId: number,
  { now, bare }: { readonly now: Date; readonly bare: BareSlots },
): Line[] =>
  watchers.flatMap((watcher) => {
    const gaps = [past, stored].flatMap(({ span, pauses }) =>
      pauses
        .filter(({ deviceId }) => deviceId === watcher.deviceId)
        .flatMap((pause) => {
          const ends = endsOf(pause, watcher, officeId, span, now)
          return ends === null ? [] : withoutBare(ends, pause, bare)
        }),
    )
    return merged(gaps, stored.span.from.getTime()).map(({ from, to }) => ({
      ...blank,
      device: watcher.serial,
      place: watcher.place,
      source: 'gap' as const,
      at: from,
      until: to,
    }))
  })
