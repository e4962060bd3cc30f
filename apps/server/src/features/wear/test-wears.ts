import { type AnswerOf, type Wear, wear } from '@mimamori/contract'
import { sql } from 'kysely'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

type Person = { readonly user_id: number }
type Tag = { readonly device_id: number; readonly serial: string; readonly office_id: number; readonly company_id: number }

/** A product with two companies and calls of the hand-out, at 13:00 of a site that works from 6 to 20. */
export const startHandOut = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const tenants = await makeTenants(db)
  const { people, office } = tenants

  const post = (actor: Person, url: string, payload: object) => product.askAs(actor, 'POST', url, payload)

  return {
    ...product,
    db,
    ...tenants,
    at: (clock: string) => new Date(`2026-07-${clock}:00+09:00`),
    /** Sets the clock: `20T07:00`. */
    setTime: (clock: string) => {
      product.time.now = new Date(`2026-07-${clock}:00+09:00`)
    },
    newTag: (kind: 'vital' | 'belt' = 'vital'): Promise<Tag> => makeDevice(db, kind, office.office_id),
    /** Hands a tag to a person, as the base administrator unless somebody else is named. */
    give: async (tag: Tag, person: Person, more: object = {}, actor: Person = people.base) => {
      const answer = await post(actor, '/api/Wear', { serialNumber: tag.serial, officeId: tag.office_id, userId: person.user_id, ...more })
      return { ...answer, wear: wear.handOut.answer.safeParse(answer.body).data }
    },
    takeBack: (payload: object, actor: Person = people.base) => post(actor, '/api/Wear/Return', payload),
    undo: (given: Wear | undefined, actor: Person = people.base, payload: object = {}) =>
      post(actor, `/api/Wear/${given?.id ?? 0}/Undo`, payload),
    /** A reading of the tag. */
    hear: async (tag: Tag, clock: string, person?: Person) => {
      const at = new Date(`2026-07-${clock}:00+09:00`)
      await sql`select ensure_reading_partition(${at}::timestamptz)`.execute(db)
      const { company_id, office_id, device_id } = tag
      await db
        .insertInto('reading')
        .values({ company_id, office_id, device_id, at, received_at: at, user_id: person?.user_id ?? null })
        .execute()
    },
    day: async (actor: Person = people.base, more = ''): Promise<AnswerOf<typeof wear.day>> => {
      const { status, body } = await product.askAs(actor, 'GET', `/api/Wear?OfficeId=${office.office_id}${more}`)
      if (status !== 200) throw new Error(`the list was refused: ${status} ${JSON.stringify(body)}`)
      return wear.day.answer.parse(body)
    },
    wearsOf: (tag: Tag) =>
      db
        .selectFrom('wear')
        .select(['user_id', 'worn_from', 'worn_to', 'swap_reason'])
        .where('wear.device_id', '=', tag.device_id)
        .orderBy('wear.wear_id')
        .execute(),
  }
}
