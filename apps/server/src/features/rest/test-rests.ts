import { type AnswerOf, rest } from '@mimamori/contract'
import { type Insertable, sql } from 'kysely'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import type { Database } from '../../platform/database/database-types.ts'
import { startTestApp } from '../../test-app.ts'

type Person = { readonly user_id: number }

/** A product with two companies and calls of rests; times are of July 2026, as `20T13:30`. */
export const startRests = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const tenants = await makeTenants(db)
  const { people, office, group } = tenants
  const at = (clock: string) => new Date(`2026-07-${clock}:00+09:00`)

  return {
    ...product,
    db,
    ...tenants,
    at,
    setTime: (clock: string) => {
      product.time.now = at(clock)
    },
    /** Somebody of the first group, whom no other test knows. */
    newWorker: (name = '江口　陸') =>
      makeUser(db, 'User', { ...office, group_id: group.group_id }, { full_name: name, furigana: 'エグチ　リク' }),
    set: async (state: 'begin' | 'end', who: readonly Person[], more: object = {}, actor: Person = people.leader) => {
      const answer = await product.askAs(actor, 'POST', '/api/Rest', { userIds: who.map((one) => one.user_id), state, ...more })
      return { ...answer, done: rest.set.answer.safeParse(answer.body).data }
    },
    /** A reading of a person's tag. */
    hear: async (person: Person, clock: string, values: Partial<Insertable<Database['reading']>> = {}) => {
      await sql`select ensure_reading_partition(${at(clock)}::timestamptz)`.execute(db)
      const { company_id, office_id } = office
      await db
        .insertInto('reading')
        .values({
          company_id,
          office_id,
          device_id: person.user_id,
          user_id: person.user_id,
          at: at(clock),
          received_at: at(clock),
          ...values,
        })
        .execute()
    },
    day: async (actor: Person = people.leader, more = ''): Promise<AnswerOf<typeof rest.day>> => {
      const { status, body } = await product.askAs(actor, 'GET', `/api/Rest?OfficeId=${office.office_id}${more}`)
      if (status !== 200) throw new Error(`the rests were refused: ${status} ${JSON.stringify(body)}`)
      return rest.day.answer.parse(body)
    },
    restsOf: (person: Person) =>
      db
        .selectFrom('rest')
        .select(['began_at', 'ended_at', 'source', 'ended_by'])
        .where('rest.user_id', '=', person.user_id)
        .orderBy('rest.rest_id')
        .execute(),
  }
}
