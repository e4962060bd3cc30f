import { sql } from 'kysely'
import type { Db } from '../../src/platform/context.ts'
import { placeAt } from '../../src/shared/duty-rota/test-rota.ts'

type Office = { readonly company_id: number; readonly office_id: number }

/** Somebody at the first place of the night of the plot's day; no substitute there, and the week after it not planned. */
export const makeTonight = async (db: Db, office: Office, person: { readonly user_id: number }) => {
  await sql`delete from duty_rota_override v where v.company_id = ${office.company_id} and v.office_id = ${office.office_id}`.execute(db)
  await sql`
    delete from duty_rota_place p
     where p.company_id = ${office.company_id} and p.office_id = ${office.office_id} and p.duty_on > '2026-07-26'`.execute(db)
  await placeAt(db, office, '2026-07-20', 'night', person)
  // The 20th is a holiday: a working day is what the next week is like.
  await placeAt(db, office, '2026-07-22', 'night', person)
}
