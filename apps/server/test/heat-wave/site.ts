import type { Role } from '@mimamori/contract'
import { sql } from 'kysely'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser } from '../../src/shared/organisation/test-factories.ts'
import type { Context, Db } from '../../src/platform/context.ts'
import { adminEmails, bornOn, groupEmail, groupOf, groups, leaderEmail, workers } from './script.ts'

const tagOf = (number: number) => `T${String(number).padStart(3, '0')}`

/** The workers with their tags, by number; one statement each, since there are so many. */
const makeCrew = async (db: Db, { company_id, office_id }: { company_id: number; office_id: number }, groupIds: readonly number[]) => {
  const people = Array.from({ length: workers }, (_, number) => ({ tag: tagOf(number), group_id: groupIds[groupOf(number)] }))
  await sql`insert into login (login_key, company_id) select lower(x.tag), ${company_id}::int
    from json_to_recordset(${JSON.stringify(people)}::json) as x (tag text, group_id int)`.execute(db)
  const { rows } = await sql<{ user_id: number; serial: string }>`
    with x as (select * from json_to_recordset(${JSON.stringify(people)}::json) as x (tag text, group_id int)),
    people as (
      insert into app_user (login_id, full_name, furigana, role, company_id, office_id, group_id, group_role, date_of_birth)
      select x.tag, '作業　' || x.tag, 'サギョウ　' || x.tag, 'User', ${company_id}::int, ${office_id}::int, x.group_id, 3, ${bornOn}::date from x
      returning user_id, login_id),
    tags as (
      insert into device (company_id, office_id, kind, type, serial) select ${company_id}::int, ${office_id}::int, 'vital', 1, x.tag from x
      returning device_id, serial),
    worn as (
      insert into wear (company_id, user_id, device_id, slot, worn_from)
      select ${company_id}::int, p.user_id, t.device_id, 'vital', '2026-07-20T06:00:00+09:00' from people p join tags t on t.serial = p.login_id)
    select p.user_id, p.login_id as serial from people p`.execute(db)
  return new Map(rows.map(({ user_id, serial }) => [user_id, Number(serial.slice(1))]))
}

/** A site of hundreds of workers in groups with leaders, administrators, a watcher and a key to send by. */
export const openSite = async ({ db }: Pick<Context, 'db'>) => {
  const office = await makeOffice(db, { name: '東雲現場' })
  const groupIds: number[] = []
  const leaders: Record<'GroupLeader' | 'GroupSubLeader', { user_id: number }[]> = { GroupLeader: [], GroupSubLeader: [] }
  for (let group = 0; group < groups; group++) {
    const { group_id } = await makeGroup(db, { office_id: office.office_id, name: `${group + 1}班` })
    groupIds.push(group_id)
    await db
      .insertInto('group_email')
      .values({ company_id: office.company_id, group_id, email: groupEmail(group) })
      .execute()
    for (const role of ['GroupLeader', 'GroupSubLeader'] as const)
      leaders[role].push(await makeUser(db, role, { ...office, group_id }, { email: leaderEmail(role, group) }))
  }
  const admin = (role: Extract<Role, 'HeadquartersAdmin' | 'AdminUnitContract'>) => makeUser(db, role, office, { email: adminEmails[role] })
  const watcher = await makeDevice(db, 'heat', office.office_id)
  const { bearer } = await makeIngestKey(db, office.office_id)
  return {
    office,
    groupIds,
    leaders,
    admins: { base: await admin('HeadquartersAdmin'), contract: await admin('AdminUnitContract') },
    watcher: watcher.serial,
    bearer,
    tagOf,
    /** Who is who, by their number in the database. */
    numberOf: await makeCrew(db, office, groupIds),
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>
