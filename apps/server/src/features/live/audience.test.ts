import { roles } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maySee } from '../../shared/monitoring/workers/owner.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/database/test-database.ts'
import { audienceOf, isLookedAt, mayBeLookedAt } from './audience.ts'
import type { Viewer } from './console-subscriber.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

const people = [1, 2].flatMap((companyId) =>
  [1, 2].flatMap((officeId) =>
    [1, 2, null].flatMap((groupId) =>
      [1, 2, 3].map((person) => ({
        companyId,
        officeId: companyId * 10 + officeId,
        groupId: groupId === null ? null : companyId * 100 + officeId * 10 + groupId,
        userId: companyId * 1_000 + officeId * 100 + (groupId ?? 0) * 10 + person,
      })),
    ),
  ),
)

const viewers = roles.flatMap((role): Viewer[] => {
  const isService = role === 'AdminUnitService'
  const own = { companyId: isService ? providerId : 1, officeId: isService || role === 'AdminUnitContract' ? null : 11 }
  const isOfGroup = role === 'GroupLeader' || role === 'GroupSubLeader' || role === 'User'
  return [isOfGroup ? 111 : null, null].flatMap((groupId) =>
    [
      { officeId: undefined, groupId: undefined },
      { officeId: 11, groupId: undefined },
      { officeId: 11, groupId: 112 },
      { officeId: undefined, groupId: 111 },
    ].map((narrowing) => ({
      actor: { role, userId: 1_112, loginId: '', fullName: '', sessionId: '', groupId, ...own },
      narrowing: { ...narrowing, places: false },
    })),
  )
})

const sees = ({ actor, narrowing }: Viewer, owner: (typeof people)[number]): boolean =>
  maySee(actor, owner) &&
  (narrowing.officeId === undefined || narrowing.officeId === owner.officeId) &&
  (narrowing.groupId === undefined || narrowing.groupId === owner.groupId)

/** The users whose rows are read for these viewers. */
const readFor = async (listening: readonly Viewer[]): Promise<number[]> => {
  const audience = audienceOf(listening)
  const keys = mayBeLookedAt(audience, people)
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from json_to_recordset(${JSON.stringify(
      keys.map(({ companyId, userId }) => {
        const owner = people.find((one) => one.companyId === companyId && one.userId === userId)
        return { company_id: companyId, office_id: owner?.officeId, group_id: owner?.groupId, user_id: userId }
      }),
    )}) as u (company_id int, office_id int, group_id int, user_id int)
     where ${isLookedAt(audience, keys) ?? sql`true`} order by 1`.execute(database.db)
  return rows.map((row) => row.user_id)
}

test('all whom somebody sees are read, alone and beside others', async () => {
  for (const [index, one] of viewers.entries()) {
    const other = viewers[(index * 7 + 3) % viewers.length] as Viewer
    for (const listening of [[one], [one, other]]) {
      const read = await readFor(listening)
      const seen = people.filter((owner) => listening.some((viewer) => sees(viewer, owner))).map(({ userId }) => userId)
      expect({ listening, missing: seen.filter((userId) => !read.includes(userId)) }).toEqual({ listening, missing: [] })
    }
  }
})

test('of a group, of a site and of oneself nobody else is read', async () => {
  const readBy = (role: string, narrowing: object) =>
    readFor(
      viewers
        .filter(
          ({ actor, narrowing: own }) => actor.role === role && JSON.stringify(own) === JSON.stringify({ ...narrowing, places: false }),
        )
        .slice(0, 1),
    )
  const usersWhere = (holds: (person: (typeof people)[number]) => boolean) =>
    people
      .filter(holds)
      .map(({ userId }) => userId)
      .toSorted((one, other) => one - other)
  expect(await readBy('GroupLeader', {})).toEqual(usersWhere(({ groupId }) => groupId === 111))
  expect(await readBy('User', {})).toEqual([1_112])
  expect(await readBy('HeadquartersAdmin', {})).toEqual(usersWhere(({ officeId }) => officeId === 11))
  expect(await readBy('AdminUnitContract', {})).toEqual(usersWhere(({ companyId }) => companyId === 1))
  expect(await readBy('AdminUnitService', { officeId: 11, groupId: 112 })).toEqual(usersWhere(({ groupId }) => groupId === 112))
  expect(await readBy('AdminUnitService', {})).toHaveLength(people.length)
  expect(await readFor([])).toEqual([])
})
