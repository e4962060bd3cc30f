import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import { makeDevice, makeGroup, makeOffice, makeUser, makeWear } from '../../organisation/test-factories.ts'

type State = Updateable<Database['worker_state']>

/** A state that shows level 0 with current data, changed as wanted. */
export const setState = async (db: Db, userId: number, now: Date, values: State = {}) => {
  const { company_id } = await db.selectFrom('app_user').select('company_id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  await db
    .insertInto('worker_state')
    .values({ company_id, user_id: userId })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
    .execute()
  return db
    .updateTable('worker_state')
    .set({
      last_at: now,
      heard_at: values.last_at ?? now,
      heart_rate: 80,
      wbgt: 26,
      wbgt_source: 'measured',
      excess: -2,
      heart_level: 0,
      heat_level: 0,
      total_level: 0,
      level_since: now,
      battery: 4,
      signal: 3,
      interval_minutes: 1,
      ...values,
      changed_at: sql`now()`,
    })
    .where('company_id', '=', company_id)
    .where('user_id', '=', userId)
    .execute()
}

/** Two companies: the first with two sites, the first of which has two groups; somebody of every role at the first group. */
export const makeTenants = async (db: Db) => {
  const office = await makeOffice(db)
  const sibling = await makeOffice(db, { company_id: office.company_id })
  const foreign = await makeOffice(db)
  const group = await makeGroup(db, { office_id: office.office_id })
  const otherGroup = await makeGroup(db, { office_id: office.office_id })
  const place = { ...office, group_id: group.group_id }
  const people = {
    service: await makeUser(db, 'AdminUnitService'),
    contract: await makeUser(db, 'AdminUnitContract', office),
    base: await makeUser(db, 'HeadquartersAdmin', office),
    leader: await makeUser(db, 'GroupLeader', place, {
      full_name: '職長　一',
      furigana: 'ショクチョウ　ハジメ',
      phone_number: '09000000001',
    }),
    subLeader: await makeUser(db, 'GroupSubLeader', place, { furigana: 'フクショクチョウ' }),
    worker: await makeUser(db, 'User', place, { furigana: 'サギョウイン　ア' }),
    neighbour: await makeUser(db, 'User', { ...office, group_id: otherGroup.group_id }, { furigana: 'サギョウイン　イ' }),
    sibling: await makeUser(db, 'User', sibling, { furigana: 'サギョウイン　ウ' }),
    foreign: await makeUser(db, 'User', foreign, { furigana: 'サギョウイン　エ' }),
    foreignContract: await makeUser(db, 'AdminUnitContract', foreign),
    foreignBase: await makeUser(db, 'HeadquartersAdmin', foreign),
  }
  return { office, sibling, foreign, group, otherGroup, people }
}

/** A vital tag on a worker. */
export const giveVital = async (db: Db, user: { user_id: number; office_id: number | null }) => {
  const device = await makeDevice(db, 'vital', user.office_id ?? 0)
  await makeWear(db, user.user_id, device.device_id)
  return device
}

/** An open episode about a worker, as the ingestion leaves it. */
export const makeAlert = (
  db: Db,
  user: { user_id: number; company_id: number; office_id: number | null; group_id: number | null; full_name: string },
  startedAt: Date,
  values: Partial<Insertable<Database['alert']>> = {},
) =>
  db
    .insertInto('alert')
    .values({
      kind: 'condition',
      company_id: user.company_id,
      office_id: user.office_id ?? 0,
      group_id: user.group_id,
      user_id: user.user_id,
      full_name: user.full_name,
      company_name: '会社',
      base_name: '拠点',
      level: 1,
      peak_level: 1,
      cause: 'sustained',
      reason: JSON.stringify({ kind: 'sustained', limit: 120, minutes: 5 }),
      heart_rate: 130,
      started_at: startedAt,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
