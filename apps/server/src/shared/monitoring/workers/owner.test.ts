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

const nobody = { loginId: '', fullName: '', sessionId: '' }

const people = roles.flatMap((role) =>
  [1, null].map((groupId): Actor & { readonly about: string } => {
    const isCompanyWide = role === 'AdminUnitService' || role === 'AdminUnitContract'
    const companyId = role === 'AdminUnitService' ? providerId : 1
    return { ...nobody, about: `${role} ${groupId}`, userId: 1, role, groupId, companyId, officeId: isCompanyWide ? null : 1 }
  }),
)

/** As `findReadKey` makes them. */
const keys = [
  { isOfCompany: true, officeIds: [1] },
  { isOfCompany: true, officeIds: [1, 2] },
  { isOfCompany: true, officeIds: [] },
  { isOfCompany: false, officeIds: [1] },
  { isOfCompany: false, officeIds: [1, 2] },
].map(({ isOfCompany, officeIds }): Actor & { readonly about: string } => ({
  ...nobody,
  about: `a key of ${isOfCompany ? 'the company' : 'sites'}, ${JSON.stringify(officeIds)}`,
  userId: -1,
  role: isOfCompany ? 'AdminUnitContract' : 'HeadquartersAdmin',
  groupId: null,
  companyId: 1,
  officeId: !isOfCompany && officeIds.length === 1 ? 1 : null,
  readKey: { keyId: 'rt-1', scopes: ['alerts'], officeIds },
}))
const actors = [...people, ...keys]

test('a row in memory is seen by exactly those whose query would find it', async () => {
  const owners: Owner[] = []
  for (const companyId of [1, 2])
    for (const officeId of [1, 2])
      for (const groupId of [1, 2, null]) {
        for (const userId of [1, 2, null]) owners.push({ companyId, officeId, groupId, userId, drill: false })
        owners.push({ companyId, officeId, groupId, userId: null, drill: true })
        owners.push({ companyId, officeId, groupId, userId: null, drill: false, ofNobody: true })
      }
  for (const { about, ...actor } of actors) {
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
    expect(seen, about).toEqual(rows.map(({ place }) => place))
  }
})
