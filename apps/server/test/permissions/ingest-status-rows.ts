import type { Db } from '../../src/platform/context.ts'

type Place = { readonly company_id: number; readonly office_id: number }

const ofSender = ({ company_id, office_id }: Place) => ({ company_id, office_id, key_id: 'k-1', kind: 'heat', readings: 1 })

/** A reading of the office that was refused. */
export const makeRefusal = async (db: Db, office: Place, at: Date): Promise<void> => {
  const what = { day: '2026-07-20', serial: '000123', field: 'wbgt', reason: 'WBGT：数値にしてください。', first_at: at, last_at: at }
  await db
    .insertInto('ingest_refusal')
    .values({ ...ofSender(office), ...what })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A field that a sender of the office uses and that is not read. */
export const makeUnreadField = async (db: Db, office: Place, at: Date): Promise<void> => {
  await db
    .insertInto('unread_field')
    .values({ ...ofSender(office), field: 'co2', last_at: at, serials: ['000123'] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
