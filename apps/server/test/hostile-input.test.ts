import { expect, test } from 'vitest'
import { startTestApp } from '../src/test-app.ts'
import { makePlot } from './permissions/plot.ts'

const product = await startTestApp()
const plot = await makePlot(product.context, 'HERE')

const half = '\ud83d'

test.each([
  ['GET', '/api/UserRole?role=constructor'],
  ['GET', '/api/UserRole?role=__proto__'],
  ['GET', '/api/UserRole?sortKey=constructor'],
  ['GET', '/api/UserRole?sortKey=__proto__'],
  ['GET', '/api/HealthCondition?sortKey=toString'],
  ['GET', '/api/HealthCondition/Alert?sortKey=valueOf'],
  ['GET', '/api/Device?sortKey=hasOwnProperty'],
  ['GET', '/api/AuditLog?kind=%00'],
  ['GET', '/api/UserRole/Download?fullName=%00'],
  ['GET', '/api/Group/Download?OfficeId=%00'],
  ['POST', '/api/Authenticate/ChangePassword'],
  ['POST', '/api/Group'],
] as const)('%s %s is refused in words', async (method, path) => {
  const { status, body } = await product.askAs(plot.people.AdminUnitContract, method, path)
  expect(status).toBe(400)
  expect((body as unknown[]).map((line) => typeof line)).toContain('string')
})

test.each(['0000-01-01', '0001-01-01', '10000-01-01', '-000001-01-01', '1899-12-31', '2026-02-30'])(
  'the day %s on which somebody began to work in heat is refused',
  async (firstExposureOn) => {
    const path = `/api/UserRole/${plot.people.User.user_id}`
    const { status, body } = await product.askAs(plot.people.HeadquartersAdmin, 'PUT', path, { firstExposureOn })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('暑さの中で働き始めた日')])
  },
)

test('half a character in a code or a name is refused', async () => {
  const draft = { officeId: plot.office.office_id, groupCode: half, groupName: half }
  const { status, body } = await product.askAs(plot.people.HeadquartersAdmin, 'POST', '/api/Group', draft)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('使えない文字')])
})
