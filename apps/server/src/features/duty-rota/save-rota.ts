import { type DutyRotaDraft, message, rotaPlaceText, type RotaShift, rotaShiftNames, type RotaShifts } from '@mimamori/contract'
import { slashDate } from '@mimamori/contract/time-words'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { badRequest } from '../../platform/errors.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { readRota, type Rota } from '../../shared/duty-rota/read-rotas.ts'
import { dayAfter, minutesOf, mondayOf, shiftRange, weekDays } from '../../shared/duty-rota/shifts.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import { conflict } from '../../shared/organisation/request-site.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { patternOfNextWeek } from '../../shared/duty-rota/copy-week.ts'
import { reviewEscalations } from '../alerts/notices/escalation-store.ts'
import { type PlacedPerson, personTwice, readNames, refuseIneligible } from './eligible.ts'
import { notifyOfPlan } from './notify-of-plan.ts'

const keyOf = ({ date, shift, place }: Omit<PlacedPerson, 'userId'>) => `${date} ${shift} ${place}`

/** How many places a shift has. */
export const placesOf = (shifts: RotaShifts, shift: RotaShift): number => (shift === 'day' ? shifts.dayPlaces : shifts.nightPlaces)

/** @throws Refusal 400 for a place that the shift does not have */
export const refuseNoPlace = (shifts: RotaShifts, { shift, place }: { readonly shift: RotaShift; readonly place: number }): void => {
  const places = placesOf(shifts, shift)
  if (place > places) throw badRequest(message('rotaNoSuchPlace', { shift: rotaShiftNames[shift], places }))
}

/** Removes who takes somebody's place. */
export const deleteOverride = (db: Db, companyId: number, id: number) =>
  sql`delete from duty_rota_override v where v.company_id = ${companyId} and v.override_id = ${id}`.execute(db)

/** Who is planned for a week, without those who take somebody's place. */
const readPlanned = async (db: Db, { companyId, officeId }: OfficeKey, monday: string): Promise<PlacedPerson[]> => {
  const { rows } = await sql<PlacedPerson>`
    select to_char(p.duty_on, 'YYYY-MM-DD') as date, p.shift, p.place, p.user_id as "userId" from duty_rota_place p
     where p.company_id = ${companyId} and p.office_id = ${officeId} and p.duty_on between ${monday}::date and ${dayAfter(monday, 6)}::date
     order by p.duty_on, p.shift, p.place`.execute(db)
  return rows
}

const writeWeek = async (db: Db, { companyId, officeId }: OfficeKey, monday: string, placed: readonly PlacedPerson[]): Promise<void> => {
  await sql`
    delete from duty_rota_place p
     where p.company_id = ${companyId} and p.office_id = ${officeId} and p.duty_on between ${monday}::date and ${dayAfter(monday, 6)}::date`.execute(
    db,
  )
  await sql`
    insert into duty_rota_place (company_id, office_id, duty_on, shift, place, user_id)
    select ${companyId}::int, ${officeId}::int, x.date, x.shift, x.place, x."userId"
      from json_to_recordset(${JSON.stringify(placed)}::json) as x (date date, shift text, place smallint, "userId" int)`.execute(db)
}

/** Stores the hours and places of the shifts, and counts the version on. */
const writeShifts = (db: Db, { companyId, officeId }: OfficeKey, shifts: RotaShifts, version: number) => {
  const values = {
    version,
    day_from: minutesOf(shifts.dayFrom),
    night_from: minutesOf(shifts.nightFrom),
    day_places: shifts.dayPlaces,
    night_places: shifts.nightPlaces,
  }
  return db
    .insertInto('duty_rota')
    .values({ company_id: companyId, office_id: officeId, ...values })
    .onConflict((conflicting) => conflicting.columns(['company_id', 'office_id']).doUpdateSet(values))
    .execute()
}

/** The places that name somebody else than the stored plan. */
const changedPlaces = (stored: readonly PlacedPerson[], placed: readonly PlacedPerson[]): PlacedPerson[] => {
  const before = new Map(stored.map((one) => [keyOf(one), one.userId]))
  return placed.filter((one) => before.get(keyOf(one)) !== one.userId)
}

/**
 * @param placed of shifts that are not over: what is over stays as it was, whatever is sent of it
 * @param rota as it was before
 * @throws Refusal 400 for a place that is not there, and what is twice in a shift
 */
const checkWeek = async (
  db: Db,
  office: OfficeKey,
  shifts: RotaShifts,
  { placed, stored, rota }: { readonly placed: readonly PlacedPerson[]; readonly stored: readonly PlacedPerson[]; readonly rota: Rota },
): Promise<void> => {
  const seen = new Set<string>()
  const people = new Set<string>()
  for (const one of placed) {
    refuseNoPlace(shifts, one)
    if (seen.has(keyOf(one))) throw badRequest(message('rotaPlaceTwice', { place: rotaPlaceText(one) }))
    seen.add(keyOf(one))
    const person = `${one.date} ${one.shift} ${one.userId}`
    if (people.has(person)) throw await personTwice(db, office, one)
    people.add(person)
  }
  // Who has left since stays a gap of the plan; nobody has to be found before another day can be changed.
  const changed = changedPlaces(stored, placed)
  const changedKeys = new Set(changed.map(keyOf))
  const twice = changed.find(({ date, shift, place, userId }) =>
    rota
      .slotsOf(date, shift)
      .some(
        (slot) =>
          slot.override !== null &&
          slot.userId === userId &&
          slot.place !== place &&
          !changedKeys.has(keyOf({ date, shift, place: slot.place })),
      ),
  )
  if (twice !== undefined) throw await personTwice(db, office, twice)
  await refuseIneligible(db, office, changed)
}

/** What the log says of a week: a line a place. */
const wordsOf = async (db: Db, office: OfficeKey, monday: string, shifts: RotaShifts, placed: readonly PlacedPerson[]) => {
  const people = await readNames(
    db,
    office,
    placed.map(({ userId }) => userId),
  )
  return { from: monday, ...shifts, places: placed.map((one) => `${rotaPlaceText(one)} ${people.get(one.userId)?.fullName ?? ''}`) }
}

type Week = { readonly monday: string; readonly shifts: RotaShifts; readonly placed: readonly PlacedPerson[] }

/** Writes a week of a locked office with its entry in the log; alerts that wait for an answer are looked at again. */
const storeWeek = async (
  { db, now, requester: { actor, address }, action }: { db: Db; now: Date; requester: Requester; action: string },
  office: OfficeKey,
  rota: Rota,
  stored: readonly PlacedPerson[],
  { monday, shifts, placed }: Week,
): Promise<void> => {
  await writeShifts(db, office, shifts, rota.version + 1)
  await writeWeek(db, office, monday, placed)
  // Who took the place of somebody that is planned there no longer takes the place of nobody else.
  for (const { date, shift, place } of changedPlaces(stored, placed)) {
    const { override = null } = rota.slotsOf(date, shift).find((slot) => slot.place === place) ?? {}
    if (override !== null) await deleteOverride(db, office.companyId, override.id)
  }
  const before = await wordsOf(db, office, monday, rota.shifts, stored)
  const after = await wordsOf(db, office, monday, shifts, placed)
  await writeAudit(db, { ...office, at: now, actor, address, action, resource: 'dutyRota', resourceId: office.officeId, before, after })
  await reviewEscalations(db, office, now)
  await announce(db, { ...office, display: true })
}

/**
 * Plans a week, and the shifts of all weeks; shifts that are over stay as they were.
 * @throws Refusal 404 where the site is not the actor's, 412 where somebody else has saved one meanwhile, 400 for a place that cannot be
 */
export const saveRota = ({ db, clock, config }: Context, requester: Requester, officeId: number, draft: DutyRotaDraft): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOffice(trx, requester.actor, officeId)
    const now = clock()
    const monday = mondayOf(draft.from)
    const rota = await readRota(trx, office, { from: monday, to: monday })
    const action = actionOnVersion(draft.version, rota.version)
    const shifts = draft.shifts ?? rota.shifts
    if (minutesOf(shifts.dayFrom) >= minutesOf(shifts.nightFrom)) throw badRequest(message('rotaHoursOrder'))
    const isOver = (one: PlacedPerson) => shiftRange(one, rota.hours).to <= now
    const days = weekDays(monday)
    const strange = draft.places.find(({ date }) => !days.includes(date))
    if (strange !== undefined) throw badRequest(message('rotaOutsideWeek', { date: slashDate(strange.date) }))
    const stored = await readPlanned(trx, office, monday)
    const open = draft.places.filter((one) => !isOver(one))
    await checkWeek(trx, office, shifts, { placed: open, stored, rota })
    const placed = [...stored.filter(isOver), ...open]
    await storeWeek({ db: trx, now, requester, action }, office, rota, stored, { monday, shifts, placed })
    const after = await readRota(trx, office, { from: monday, to: monday })
    await notifyOfPlan({ db: trx, config }, { office, at: now, actor: requester.actor }, { before: rota, after, monday })
  })

/**
 * Plans the week after one like it, by days off and working days; people who may not be called any more are left out.
 * @returns the Monday of the planned week
 * @throws Refusal 404 where the site is not the actor's, 412 where somebody else has saved one meanwhile, 409 where the week is planned,
 * 400 where there is nothing to copy
 */
export const copyRota = (
  { db, clock }: Context,
  requester: Requester,
  officeId: number,
  { version, from }: { readonly version?: number | undefined; readonly from: string },
): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOffice(trx, requester.actor, officeId)
    const now = clock()
    const source = mondayOf(from)
    const monday = dayAfter(source, 7)
    const rota = await readRota(trx, office, { from: source, to: monday })
    const action = actionOnVersion(version, rota.version)
    if (rota.isPlanned(monday)) throw conflict('rotaPlannedAlready')
    const pattern = patternOfNextWeek(source)
    const planned = await readPlanned(trx, office, source)
    const people = await readNames(
      trx,
      office,
      planned.map(({ userId }) => userId),
    )
    const placed = weekDays(monday).flatMap((date) =>
      planned
        .filter((one) => one.date === pattern.get(date) && people.get(one.userId)?.isEligible === true)
        .map((one) => ({ ...one, date }))
        .filter((one) => one.place <= placesOf(rota.shifts, one.shift) && shiftRange(one, rota.hours).to > now),
    )
    if (placed.length === 0) throw badRequest(message('rotaNothingToCopy'))
    await storeWeek({ db: trx, now, requester, action }, office, rota, [], { monday, shifts: rota.shifts, placed })
    return monday
  })
