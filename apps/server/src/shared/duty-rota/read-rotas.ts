import { type RotaGap, type RotaShift, type RotaShifts, usualRotaShifts } from '@mimamori/contract'
import type { Role } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { clocksOf, dayAfter, mondayOf, minutesOf, type RotaHours } from './shifts.ts'

/** Who a place's row names, as they are now. */
type PlaceRow = {
  readonly office_id: number
  readonly date: string
  readonly shift: RotaShift
  readonly place: number
  readonly user_id: number
  readonly full_name: string
  readonly role: Role
  /** Of the site, or one of the company's contract administrators. */
  readonly is_eligible: boolean
  readonly is_deleted: boolean
  readonly is_disabled: boolean
  /** Who the plan names, where somebody takes their place. */
  readonly planned_user_id: number | null
  readonly override_id: number | null
  readonly instead_of_name: string | null
}

/** A place of a shift, as it is now. */
export type RotaSlot = {
  readonly place: number
  readonly userId: number | null
  readonly fullName: string | null
  readonly role: Role | null
  /** Null: who is at it is called. */
  readonly gap: RotaGap | null
  readonly override: { readonly id: number; readonly insteadOf: string | null; readonly plannedUserId: number | null } | null
}

/** A site's rota for some days. */
export type Rota = {
  readonly version: number
  readonly hours: RotaHours
  readonly shifts: RotaShifts
  /** False: nobody was chosen for the week of the day. */
  readonly isPlanned: (date: string) => boolean
  /** The places of a shift of a date that was read, 1 first. */
  readonly slotsOf: (date: string, shift: RotaShift) => RotaSlot[]
}

const gapOf = (row: PlaceRow): RotaGap | null => {
  if (row.is_deleted) return 'left'
  if (row.is_disabled) return 'disabled'
  return row.is_eligible ? null : 'elsewhere'
}

const slotsOf = (rows: readonly PlaceRow[], places: number): RotaSlot[] => {
  const called = new Set<number>()
  return Array.from({ length: places }, (_, index): RotaSlot => {
    const place = index + 1
    const row = rows.find((one) => one.place === place)
    if (row === undefined) return { place, userId: null, fullName: null, role: null, gap: 'empty', override: null }
    const gap = gapOf(row) ?? (called.has(row.user_id) ? 'twice' : null)
    if (gap === null) called.add(row.user_id)
    return {
      place,
      userId: row.user_id,
      fullName: row.full_name,
      role: row.role,
      gap,
      override:
        row.override_id === null ? null : { id: row.override_id, insteadOf: row.instead_of_name, plannedUserId: row.planned_user_id },
    }
  })
}

type SiteRow = {
  readonly office_id: number
  readonly version: number
  readonly day_from: number
  readonly night_from: number
  readonly day_places: number
  readonly night_places: number
}

const rotaOf = (site: SiteRow | undefined, rows: readonly PlaceRow[], weeks: ReadonlySet<string>): Rota => {
  const hours =
    site === undefined
      ? { dayFrom: minutesOf(usualRotaShifts.dayFrom), nightFrom: minutesOf(usualRotaShifts.nightFrom) }
      : { dayFrom: site.day_from, nightFrom: site.night_from }
  const shifts = site === undefined ? usualRotaShifts : { ...clocksOf(hours), dayPlaces: site.day_places, nightPlaces: site.night_places }
  const byShift = Map.groupBy(rows, ({ date, shift }) => `${date} ${shift}`)
  return {
    version: site?.version ?? 0,
    hours,
    shifts,
    isPlanned: (date) => weeks.has(mondayOf(date)),
    slotsOf: (date, shift) => slotsOf(byShift.get(`${date} ${shift}`) ?? [], shift === 'day' ? shifts.dayPlaces : shifts.nightPlaces),
  }
}

/** The condition that a person `u` may be at a place of an office: one of its leaders or base administrators, or of the company's contract administrators. */
export const isEligibleAt = (officeColumn: string) => sql<boolean>`
  (u.role = 'AdminUnitContract' or (u.role in ('GroupLeader', 'GroupSubLeader', 'HeadquartersAdmin') and u.office_id = ${sql.ref(officeColumn)}))`

/** Both kinds of rows that name a person for a place: as planned, and who takes their place. */
const namedPlaces = (companyId: number, officeIds: readonly number[], from: string, to: string) => {
  const within = (alias: string) => sql`
    ${sql.ref(`${alias}.company_id`)} = ${companyId} and ${sql.ref(`${alias}.office_id`)} = any(${officeIds}::int[])
    and ${sql.ref(`${alias}.duty_on`)} between ${from}::date and ${to}::date`
  return sql`
    select office_id, duty_on, shift, place, max(planned) as planned, max(override_id) as override_id, max(substitute) as substitute,
           max(instead_of) as instead_of
      from (select p.office_id, p.duty_on, p.shift, p.place, p.user_id as planned, null::int as override_id, null::int as substitute,
                   null::int as instead_of
              from duty_rota_place p where ${within('p')}
            union all
            select v.office_id, v.duty_on, v.shift, v.place, null, v.override_id, v.user_id, v.instead_of
              from duty_rota_override v where ${within('v')}) named
     group by office_id, duty_on, shift, place`
}

/** The rotas of sites of a company for the days of whole weeks, by office; a site that has saved none has the usual hours and no planned week. */
export const readRotas = async (
  db: Db,
  companyId: number,
  officeIds: readonly number[],
  days: { readonly from: string; readonly to: string },
): Promise<Map<number, Rota>> => {
  const from = mondayOf(days.from)
  const to = dayAfter(mondayOf(days.to), 6)
  const { rows: sites } = await sql<SiteRow>`
    select r.office_id, r.version, r.day_from, r.night_from, r.day_places, r.night_places
      from duty_rota r where r.company_id = ${companyId} and r.office_id = any(${officeIds}::int[])`.execute(db)
  const { rows } =
    sites.length === 0
      ? { rows: [] }
      : await sql<PlaceRow & { planned: number | null }>`
    select k.office_id, to_char(k.duty_on, 'YYYY-MM-DD') as date, k.shift, k.place, u.user_id, u.full_name, u.role,
           ${isEligibleAt('k.office_id')} as is_eligible, u.deleted_at is not null as is_deleted, u.disabled_at is not null as is_disabled,
           k.planned, case when k.override_id is not null then k.planned end as planned_user_id, k.override_id, i.full_name as instead_of_name
      from (${namedPlaces(companyId, officeIds, from, to)}) k
      join app_user u on u.company_id = ${companyId} and u.user_id = coalesce(k.substitute, k.planned)
      left join app_user i on i.company_id = ${companyId} and i.user_id = k.instead_of
     order by k.office_id, k.duty_on, k.shift, k.place`.execute(db)
  return new Map(
    officeIds.map((officeId) => {
      const own = rows.filter(({ office_id }) => office_id === officeId)
      const weeks = new Set(own.flatMap(({ date, planned }) => (planned === null ? [] : [mondayOf(date)])))
      return [
        officeId,
        rotaOf(
          sites.find(({ office_id }) => office_id === officeId),
          own,
          weeks,
        ),
      ]
    }),
  )
}

/** The rota of one site. */
export const readRota = async (
  db: Db,
  { companyId, officeId }: { readonly companyId: number; readonly officeId: number },
  days: { readonly from: string; readonly to: string },
): Promise<Rota> => {
  const rota = (await readRotas(db, companyId, [officeId], days)).get(officeId)
  if (rota === undefined) throw new Error(`no rota was read of office ${officeId}`)
  return rota
}
