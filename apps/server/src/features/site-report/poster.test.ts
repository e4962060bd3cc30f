import type { MadePosterLink } from '@mimamori/contract'
import { languages } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { readPdf } from '../../platform/pdf/test-pdf.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db } = product.context
const office = await makeOffice(db, {
  name: '東雲三丁目 物流施設新築工事',
  emergency_phone: '03-5550-0100',
  hospital_name: '臨海総合病院',
  hospital_phone: '03-5555-0119',
  address: '江東区東雲3丁目　正面ゲート',
})
const admin = await makeUser(db, 'HeadquartersAdmin', office)
const at = (officeId: number) => `/api/Office/${officeId}`
const make = async (name: string) =>
  (await product.askAs(admin, 'POST', `${at(office.office_id)}/PosterLink`, { name })).body as MadePosterLink

const print = async (link: { secret: string }, chosen: string, officeId = office.office_id) => {
  const headers = { ...(await product.as(admin)), 'x-poster-secret': link.secret }
  return product.app.inject({ method: 'GET', url: `${at(officeId)}/Poster?languages=${chosen}`, headers })
}

test('a poster names its place, site, telephones and address in three languages on one page, and never its secret', async () => {
  const link = await make('東側 外部足場 2段目　昇降口')
  const response = await print(link, 'ja,vi,ne')
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { pages, text, sizes } = await readPdf(response.rawPayload)
  expect([pages.length, sizes]).toEqual([1, [[595, 842]]])
  for (const words of ['だれかの具合が悪いとき', '東側 外部足場 2段目', '03-5550-0100', '03-5555-0119', '正面ゲート', 'gọi 119 trước'])
    expect(text).toContain(words)
  expect(text).not.toContain('〓')
  expect(JSON.stringify([text, await product.recordedOf('posterLink')])).not.toContain(link.secret)
})

test('a poster has its short code, and names the version of the procedures in force', async () => {
  const link = await make('南門')
  const code = `${link.id.slice(0, 4)}-${link.id.slice(4, 6)}`.toUpperCase()
  const before = await readPdf((await print(link, 'ja')).rawPayload)
  expect(before.text).toContain(`掲示の番号 ${code}`)
  expect(before.text).not.toContain('手順')
  const version = {
    company_id: office.company_id,
    office_id: office.office_id,
    made_at: new Date(),
    made_by: admin.user_id,
    made_by_name: '山田',
  }
  await db
    .insertInto('duty')
    .values({
      ...version,
      version: 3,
      valid_from: '2026-06-01',
      starts_at: new Date('2026-06-01'),
      line: '[]',
      employers: '[]',
      texts: '{}',
    })
    .execute()
  expect((await readPdf((await print(link, 'ja')).rawPayload)).text).toContain('手順 版3（2026-06-01）')
})

test.each(languages)('a poster with %s first has one page and no character missing', async (first) => {
  const link = await make(`場所 ${first}`)
  const others = languages.filter((language) => language !== first)
  const { pages, text } = await readPdf((await print(link, [first, 'my', others.at(-1)].join(','))).rawPayload)
  expect(pages).toHaveLength(1)
  expect(text).not.toContain('〓')
})

test('a poster is printed by a good link of its own site alone, in one to three languages', async () => {
  const link = await make('北門')
  const other = await makeOffice(db, { company_id: office.company_id })
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const headers = { ...(await product.as(contract)), 'x-poster-secret': link.secret }
  const elsewhere = await product.app.inject({ method: 'GET', url: `${at(other.office_id)}/Poster?languages=ja`, headers })
  expect(elsewhere.statusCode).toBe(400)
  expect((await print({ ...link, secret: 'wrong' }, 'ja')).json()).toEqual([
    'このリンクは使えないか、期限が切れています。拠点の管理者に新しいリンクを作ってもらってください。',
  ])
  for (const chosen of ['', 'ja,en,vi,my', 'de']) expect((await print(link, chosen)).statusCode).toBe(400)
})
