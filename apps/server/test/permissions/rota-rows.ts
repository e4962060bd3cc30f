import { sql } from 'kysely'
import type { Db } from '../../src/platform/context.ts'
import { makeSubstitute, placeAt } from '../../src/shared/duty-rota/test-rota.ts'

type Office = { readonly company_id: number; readonly office_id: number }
type Person = { readonly user_id: number }

/** Rows of a site's rota. */
export const rotaRows = (db: Db, office: Office, leader: Person) => ({
  /** Somebody at the first place of the night of the plot's day; no substitute there, and the week after it not planned. */
  newRota: async (person: Person) => {
    await sql`delete from duty_rota_override v where v.company_id = ${office.company_id} and v.office_id = ${office.office_id}`.execute(db)
    await sql`
      delete from duty_rota_place p
       where p.company_id = ${office.company_id} and p.office_id = ${office.office_id} and p.duty_on > '2026-07-26'`.execute(db)
    await placeAt(db, office, '2026-07-20', 'night', person)
    // The 20th is a holiday: a working day is what the next week is like.
    await placeAt(db, office, '2026-07-22', 'night', person)
  },
  /** The leader as a substitute at the second place of the night, by somebody's word. */
  newSubstitute: ({ user_id: by }: Person) =>
    makeSubstitute(db, office, { duty_on: '2026-07-20', shift: 'night', place: 2 }, { ...leader, by }),
})
