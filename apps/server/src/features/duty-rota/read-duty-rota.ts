import type { DutyRota, RotaGapLine, RotaPlace } from '@mimamori/contract'
import { isAmong, admins, rotaShifts } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDay, toJapanIso } from '../../platform/japan-time.ts'
import { findGaps, findUnplannedWeeks } from '../../shared/duty-rota/gaps.ts'
import { holidayNameOf, isOff } from '../../shared/duty-rota/holidays.ts'
import { isEligibleAt, readRota, type Rota } from '../../shared/duty-rota/read-rotas.ts'
import { type DatedShift, dayAfter, mondayOf, shiftAt, shiftRange, weekDays } from '../../shared/duty-rota/shifts.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import { readChain } from '../alerts/notices/read-chain.ts'
import { readOverrides } from './overrides.ts'

/** How far ahead the reader's own places are listed, days. */
const ownDays = 14

const shiftsOf = (days: readonly string[]): DatedShift[] => days.flatMap((date) => rotaShifts.map((shift): DatedShift => ({ date, shift })))

const placesOf = (rota: Rota, monday: string, on: DatedShift): RotaPlace[] =>
  shiftsOf(weekDays(monday)).flatMap(({ date, shift }) =>
    rota.slotsOf(date, shift).map(({ place, userId, fullName, gap, override }) => ({
      date,
      shift,
      place,
      userId,
      fullName,
      gap,
      override,
      isNow: date === on.date && shift === on.shift,
    })),
  )

const ownOf = (rota: Rota, userId: number, now: Date): DutyRota['own'] => {
  const today = japanDay(now)
  const days = Array.from({ length: ownDays + 1 }, (_, index) => dayAfter(today, index - 1))
  return shiftsOf(days)
    .filter((one) => rota.isPlanned(one.date) && shiftRange(one, rota.hours).to > now)
    .flatMap(({ date, shift }) =>
      rota
        .slotsOf(date, shift)
        .filter((slot) => slot.userId === userId && slot.gap === null)
        .map(({ place, override }) => ({ date, shift, place, insteadOf: override?.insteadOf ?? null, isOverride: override !== null })),
    )
}

const readCandidates = async (db: Db, { companyId, officeId }: OfficeKey): Promise<DutyRota['candidates']> => {
  const { rows } = await sql<DutyRota['candidates'][number]>`
    select u.user_id as "userId", u.full_name as "fullName", u.furigana, u.role, g.name as "groupName"
      from app_user u
      join office o on o.company_id = ${companyId} and o.office_id = ${officeId}
      left join work_group g on g.company_id = ${companyId} and g.group_id = u.group_id
     where u.company_id = ${companyId} and u.deleted_at is null and u.disabled_at is null and ${isEligibleAt('o.office_id')}
     order by u.furigana collate "ja-x-icu", u.full_name collate "ja-x-icu", u.user_id`.execute(db)
  return rows
}

const weekOf = (rota: Rota, monday: string): DutyRota['week'] => ({
  from: monday,
  to: dayAfter(monday, 6),
  isPlanned: rota.isPlanned(monday),
})

const gapLines = (rota: Rota, now: Date): RotaGapLine[] =>
  findGaps(rota, now).map(({ date, shift, slot: { place, gap, fullName } }) => ({ date, shift, place, gap, fullName }))

/**
 * A week of a site's rota, who is called now, and what has gaps. The week of today where none is asked for.
 * @throws Refusal 404 where the site is not the actor's
 */
export const readDutyRota = async (context: Context, actor: Actor, officeId: number, from: string | undefined): Promise<DutyRota> => {
  const { db, clock } = context
  const site = await findSite(db, actor, officeId)
  const now = clock()
  const today = japanDay(now)
  // From the night that began yesterday to the end of the reader's own places.
  const near = await readRota(db, site, { from: dayAfter(today, -1), to: dayAfter(today, ownDays) })
  const on = shiftAt(now, near.hours)
  const monday = mondayOf(from ?? on.date)
  const nextMonday = dayAfter(monday, 7)
  const rota = await readRota(db, site, { from: monday, to: nextMonday })
  const chain = await readChain(context, site, now)
  return {
    officeId,
    officeName: site.officeName,
    version: rota.version,
    isStep: chain.isRota,
    isEditable: isAmong(admins, actor.role),
    shifts: rota.shifts,
    week: weekOf(rota, monday),
    nextWeek: weekOf(rota, nextMonday),
    days: weekDays(monday).map((date) => ({ date, holiday: holidayNameOf(date), isOff: isOff(date), isToday: date === today })),
    places: placesOf(rota, monday, on),
    overrides: await readOverrides(db, site, actor, rota.hours, now),
    now: { at: toJapanIso(now), ...on, isPlanned: near.isPlanned(on.date), calls: chain.calls },
    gaps: gapLines(near, now),
    unplannedWeeks: findUnplannedWeeks(near, now),
    own: ownOf(near, actor.userId, now),
    candidates: await readCandidates(db, site),
  }
}
