import { roles } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts'
import type { Actor } from '../platform/route.ts'
import { providerId } from '../organisation/keys.ts'
import { withinScope } from '../organisation/scope.ts'
import { maySee, type Owner } from './owner.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

const columns = { company: 'x.company_id', office: 'x.office_id', group: 'x.group_id', user: 'x.user_id' }

test('a row in memory is seen by exactly those whose query would find it', async () => {
  const owners: Owner[] = []
  for (const companyId of [1, 2])
    for (const officeId of [1, 2])
      for (const groupId of [1, 2, null]) for (const userId of [1, 2, null]) owners.push({ companyId, officeId, groupId, userId })
  for (const role of roles)
    for (const groupId of [1, null]) {
      const isCompanyWide = role === 'AdminUnitService' || role === 'AdminUnitContract'
      const actor: Actor = {
        userId: 1,
        loginId: '',
        fullName: '',
        sessionId: '',
        role,
        groupId,
        companyId: role === 'AdminUnitService' ? providerId : 1,
        officeId: isCompanyWide ? null : 1,
      }
      const { rows } = await sql<{ place: number }>`
        select x.place from json_to_recordset(${JSON.stringify(
          owners.map((owner, place) => ({
            company_id: owner.companyId,
            office_id: owner.officeId,
            group_id: owner.groupId,
            user_id: owner.userId,
            place,
          })),
        )}) as x (company_id int, office_id int, group_id int, user_id int, place int)
         where ${withinScope(actor, columns)} order by x.place`.execute(database.db)
      const seen = owners.flatMap((owner, place) => (maySee(actor, owner) ? [place] : []))
      expect(seen, `${role} ${groupId}`).toEqual(rows.map(({ place }) => place))
    }
})
