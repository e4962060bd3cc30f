import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder } from 'kysely'
import { expect, it } from 'vitest'
import { tenantOf, tenantsAmong, tenantsOf } from './tenant-filter.ts'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const textOf = (filter: RawBuilder<boolean>) => {
  const { sql, parameters } = filter.compile(compiler)
  return [sql, ...parameters]
}

it('names the company of the actor as a constant, and none for the service', () => {
  expect(textOf(tenantOf({ role: 'GroupLeader', companyId: 3 })('u'))).toEqual(['"u"."company_id" = $1', 3])
  expect(textOf(tenantOf({ role: 'AdminUnitService', companyId: 0 })('u'))).toEqual(['true'])
})

it('names the company of rows as a constant where it is one, and several as a list', () => {
  const keys = [3, 3, 5].map((companyId) => ({ companyId }))
  expect(textOf(tenantsOf(keys.slice(0, 2))('a'))).toEqual(['"a"."company_id" = $1', 3])
  expect(textOf(tenantsOf(keys)('a'))).toEqual(['"a"."company_id" = any($1::int[])', [3, 5]])
  expect(textOf(tenantsOf([])('a'))).toEqual(['"a"."company_id" = any($1::int[])', []])
})

it('names those that can be reached, and none where all can', () => {
  expect(textOf(tenantsAmong([3])('e'))).toEqual(['"e"."company_id" = any($1::int[])', [3]])
  expect(textOf(tenantsAmong(null)('e'))).toEqual(['true'])
})
