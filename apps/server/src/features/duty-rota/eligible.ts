import { message, rotaPlaceText, type RotaShift, rotaShiftText } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { badRequest, type Refusal } from '../../platform/errors.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { isEligibleAt } from '../../shared/duty-rota/read-rotas.ts'

/** Somebody at a place of a shift. */
export type PlacedPerson = { readonly date: string; readonly shift: RotaShift; readonly place: number; readonly userId: number }

/** The names of these people of a company; with whether each may be called at an office's places now. */
export const readNames = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  userIds: readonly number[],
): Promise<Map<number, { readonly fullName: string; readonly isEligible: boolean }>> => {
  const { rows } = await sql<{ user_id: number; full_name: string; is_eligible: boolean }>`
    select u.user_id, u.full_name, u.deleted_at is null and u.disabled_at is null and ${isEligibleAt('o.office_id')} as is_eligible
      from app_user u join office o on o.company_id = ${companyId} and o.office_id = ${officeId}
     where u.company_id = ${companyId} and u.user_id = any(${userIds}::int[])`.execute(db)
  return new Map(rows.map(({ user_id, full_name: fullName, is_eligible: isEligible }) => [user_id, { fullName, isEligible }]))
}

/** @throws Refusal 400 where somebody may not be at their place: the first such place is named */
export const refuseIneligible = async (db: Db, office: OfficeKey, placed: readonly PlacedPerson[]): Promise<void> => {
  const people = await readNames(
    db,
    office,
    placed.map(({ userId }) => userId),
  )
  const wrong = placed.find(({ userId }) => people.get(userId)?.isEligible !== true)
  if (wrong !== undefined) throw badRequest(message('rotaPersonElsewhere', { place: rotaPlaceText(wrong) }))
}

/** The refusal of somebody who would be at two places of a shift: the second calls nobody. */
export const personTwice = async (db: Db, office: OfficeKey, one: Omit<PlacedPerson, 'place'>): Promise<Refusal> => {
  const name = (await readNames(db, office, [one.userId])).get(one.userId)?.fullName ?? ''
  return badRequest(message('rotaPersonTwice', { shift: rotaShiftText(one), name }))
}
