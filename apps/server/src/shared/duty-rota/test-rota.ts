import type { RotaShift } from '@mimamori/contract'
import type { Db } from '../../platform/context.ts'

type Office = { readonly company_id: number; readonly office_id: number }

/** A site that has saved its shifts: day from 6, night from 20, with three places and two. One that is there stays. */
export const makeRota = async (db: Db, { company_id, office_id }: Office) => {
  await db
    .insertInto('duty_rota')
    .values({ company_id, office_id, day_from: 360, night_from: 1_200, day_places: 3, night_places: 2 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Puts people at the places of a shift, in order; undefined leaves one empty. Who was there before is replaced. */
export const placeAt = async (
  db: Db,
  office: Office,
  duty_on: string,
  shift: RotaShift,
  ...people: ({ readonly user_id: number } | undefined)[]
) => {
  await makeRota(db, office)
  const { company_id, office_id } = office
  const key = { company_id, office_id, duty_on, shift }
  await db
    .deleteFrom('duty_rota_place')
    .where('office_id', '=', office_id)
    .where('company_id', '=', company_id)
    .where('duty_on', '=', duty_on)
    .where('shift', '=', shift)
    .execute()
  const rows = people.flatMap((person, index) => (person === undefined ? [] : [{ ...key, place: index + 1, user_id: person.user_id }]))
  if (rows.length > 0) await db.insertInto('duty_rota_place').values(rows).execute()
}

/** Somebody who takes a place, by the word of somebody. @returns its number */
export const makeSubstitute = async (
  db: Db,
  { company_id, office_id }: Office,
  at: { readonly duty_on: string; readonly shift: RotaShift; readonly place: number },
  { user_id, by = user_id }: { readonly user_id: number; readonly by?: number },
) => {
  await makeRota(db, { company_id, office_id })
  const { override_id } = await db
    .insertInto('duty_rota_override')
    .values({ company_id, office_id, ...at, user_id, reason: '講習', decided_by: by, decided_by_name: '管理', decided_at: new Date() })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'office_id', 'duty_on', 'shift', 'place']).doUpdateSet({ user_id, decided_by: by }),
    )
    .returning('duty_rota_override.override_id')
    .executeTakeFirstOrThrow()
  return override_id
}
