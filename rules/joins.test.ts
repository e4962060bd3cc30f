import { expect, it } from 'vitest'
import { joinsWithoutCompany } from './joins.ts'
import { readTree } from './tree.ts'

const found = (text: string) => joinsWithoutCompany([{ path: 'apps/server/src/a/store.ts', text }], ['app_user', 'wear'])

it('every join of customers’ tables names the company', () => expect(joinsWithoutCompany(readTree())).toEqual([]))

it.each([
  'sql`select 1 from wear w join app_user u on u.user_id = w.user_id where u.company_id = 1`',
  'sql`select 1 from wear w\n left join app_user u\n   on u.user_id = w.user_id\n join wear x on x.company_id = u.company_id`',
  'sql`select 1 from wear w join app_user u using (user_id)`',
  "db.selectFrom('wear as w').innerJoin('app_user as u', 'u.user_id', 'w.user_id')",
])('is noticed where one does not: %s', (text) => expect(found(text)).toHaveLength(1))

it.each([
  'sql`select 1 from wear w join app_user u on u.company_id = w.company_id and u.user_id = w.user_id`',
  'sql`select 1 from wear w join app_user u using (company_id, user_id)`',
  'sql`select 1 from wear w join public_wbgt p on p.station = w.station`',
  "db.selectFrom('wear as w').innerJoin('app_user as u', (join) => join.onRef('u.company_id', '=', 'w.company_id'))",
])('is content where one does: %s', (text) => expect(found(text)).toEqual([]))
