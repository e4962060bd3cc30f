import type { MapRow } from '@mimamori/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTenants } from '../monitoring/test-workers.ts'
import { makeDevice } from '../organisation/test-factories.ts'
import { createTestApp } from '../test-app.ts'

let product: Awaited<ReturnType<typeof createTestApp>>
let tenants: Awaited<ReturnType<typeof makeTenants>>

beforeAll(async () => {
  product = await createTestApp()
})
beforeEach(async () => {
  tenants = await makeTenants(product.context.db)
})
afterAll(() => product.close())

type List = { data: MapRow[]; count: number; version: number }
type Rows = Record<string, unknown>[]

const save = (body: object, query = '', user: { user_id: number } = tenants.people.base) =>
  product.askAs(user, 'POST', `/api/Map/${tenants.office.office_id}${query}`, body)
const saved = async (rows: Rows) => {
  const { status, body } = await save(rows)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as List
}
const list = async (user: { user_id: number } = tenants.people.base) =>
  (await product.askAs(user, 'GET', `/api/Map?OfficeId=${tenants.office.office_id}`)).body as List

const corners = {
  angleCoordinate1: '35.10,139.0',
  angleCoordinate2: '35.1,139.1',
  angleCoordinate3: '35,139.1',
  angleCoordinate4: '35,139',
}

describe('a list of maps', () => {
  test('is saved in the order sent and read back, every field of the customer’s own form among them', async () => {
    const { data } = await saved([
      { locationName: '本館', floor: '1F', type: '1', sismilType: '2', position: 7 },
      { locationName: '全景', type: 2, latitude: '35.5', longitude: '139.5', zoom: '16.5', rotation: 90 },
    ])
    expect(data).toMatchObject([
      { locationName: '本館', floor: '1F', type: 1, sismilType: 2, position: 0, latitude: null, zoom: 14, rotation: 0, imageZoom: 0.2 },
      { locationName: '全景', floor: null, type: 2, latitude: 35.5, longitude: 139.5, zoom: 16.5, rotation: 90, position: 1 },
    ])
    const [first, second] = data
    const turned = await saved([
      { ...second, latitude: '-' },
      { ...first, floor: '' },
    ])
    expect(turned.data).toMatchObject([
      { id: second?.id, position: 0, latitude: null, longitude: 139.5 },
      { id: first?.id, position: 1, floor: null },
    ])
    expect(await list()).toEqual(turned)
  })
})
