import { roles } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { providerId } from '../../organisation/keys.ts'
import { isInScope } from '../../../features/alerts/episodes/read.ts'
import { maySee, type Owner } from './owner.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

test('a row in memory is seen by exactly those whose query would find it', async () => {
  const owners: Owner[] = []
  for (const companyId of [1, 2])
    for (const officeId of [1, 2])
      for (const groupId of [1, 2, null]) {
        for (const userId of [1, 2, null]) owners.push({ companyId, officeId, groupId, userId, drill: false })
        owners.push({ companyId, officeId, groupId, userId: null, drill: true })
        owners.push({ companyId, officeId, groupId, userId: null, drill: false, ofNobody: true })
      }
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
        select a.place from json_to_recordset(${JSON.stringify(
          owners.map((owner, place) => ({
            company_id: owner.companyId,
            office_id: owner.officeId,
            group_id: owner.groupId,
            user_id: owner.userId,
            drill: owner.drill,
            kind: owner.ofNobody === true ? 'report' : 'condition',
            place,
          })),
        )}) as a (company_id int, office_id int, group_id int, user_id int, drill boolean, kind text, place int)
         where ${isInScope(actor)} order by a.place`.execute(database.db)
      const seen = owners.flatMap((owner, place) => (maySee(actor, owner) ? [place] : []))
      expect(seen, `${role} ${groupId}`).toEqual(rows.map(({ place }) => place))
    }
})
