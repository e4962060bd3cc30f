import type { MadePosterLink, OfficeLinkRow } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { findOfficeLink } from '../../shared/access-keys/office-link.ts'
import { makeOffice, makeOfficeLink, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db, pool } = product.context
const office = await makeOffice(db)
const admin = await makeUser(db, 'HeadquartersAdmin', office, { full_name: '拠点　管理' })

const path = `/api/Office/${office.office_id}/PosterLink`
const make = async (name: string) => (await product.askAs(admin, 'POST', path, { name })).body as MadePosterLink
const list = async () => ((await product.askAs(admin, 'GET', path)).body as { data: OfficeLinkRow[] }).data
const find = ({ secret }: MadePosterLink) => {
  const [linkId = '', ownSecret = ''] = secret.split('.')
  return findOfficeLink(pool, 'poster', linkId, ownSecret, product.time.now)
}

test('a poster’s link is named by its place, and its address is in the answer alone', async () => {
  const made = await make('東側 外部足場 2段目')
  expect(made.url).toMatch(new RegExp(`^https?://[^/]+/site-report#${made.id}\\.[\\w-]{32}$`))
  expect(made.url.endsWith(`#${made.secret}`)).toBe(true)
  expect(await list()).toMatchObject([
    { id: made.id, name: '東側 外部足場 2段目', createdBy: '拠点　管理', lastUsedAt: null, revokedAt: null, endsOn: null },
  ])
  expect(JSON.stringify([await list(), await product.recordedOf('posterLink')])).not.toContain(made.secret.split('.')[1])
  const headers = { 'x-poster-secret': made.secret }
  expect((await product.ask('GET', '/api/SiteReport', { headers })).body).toMatchObject({ place: made.name })
  expect(await product.recordedOf('posterLink')).toMatchObject([
    { action: 'create', office_id: office.office_id, after: { id: made.id, name: '東側 外部足場 2段目' } },
  ])
  expect(await product.askAs(admin, 'POST', path, { name: '東側 外部足場 2段目' })).toEqual({
    status: 400,
    body: ['入力した名前はすでに登録されています。'],
  })
})

test('renewing revokes a link and makes another of the same place in one step', async () => {
  const made = await make('正面ゲート')
  const { status, body } = await product.askAs(admin, 'POST', `${path}/${made.id}/Renew`)
  const renewed = body as MadePosterLink
  expect(status).toBe(200)
  expect(renewed).toMatchObject({ name: '正面ゲート' })
  expect(renewed.secret).not.toBe(made.secret)
  expect([await find(made), await find(renewed)]).toMatchObject([undefined, { linkId: renewed.id }])
  // A second press of the button makes no third link.
  expect((await product.askAs(admin, 'POST', `${path}/${made.id}/Renew`)).status).toBe(404)
  expect((await list()).filter(({ name, revokedAt }) => name === '正面ゲート' && revokedAt === null)).toHaveLength(1)
})

test('revoking stops a link, and the call of another kind does not reach it', async () => {
  const made = await make('休憩所')
  const board = await makeOfficeLink(db, office.office_id)
  expect((await product.askAs(admin, 'DELETE', `${path}/${board.linkId}`)).status).toBe(404)
  expect((await product.askAs(admin, 'DELETE', `/api/Office/${office.office_id}/WallboardLink/${made.id}`)).status).toBe(404)
  expect((await product.askAs(admin, 'DELETE', `${path}/${made.id}`)).status).toBe(200)
  expect(await find(made)).toBeUndefined()
})
