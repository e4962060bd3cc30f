import { describe, expect, test } from 'vitest'
import { makeHour } from '../../../shared/monitoring/summaries/test-hours.ts'
import { makeGroup, makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { readPdf } from '../../../platform/pdf/test-pdf.ts'
import { startTestApp } from '../../../test-app.ts'

type Person = Awaited<ReturnType<typeof makeUser>>

const product = await startTestApp()
const { app, as, askAs, context, time } = product
const { db } = context

time.now = new Date('2026-07-20T13:30:00+09:00')
const office = await makeOffice(db, { name: '東雲三丁目' })
const other = await makeOffice(db, { company_id: office.company_id, name: '有明' })
const { group_id } = await makeGroup(db, { office_id: office.office_id, name: '-足場班' })
const base = await makeUser(db, 'HeadquartersAdmin', office, { full_name: '山岸　恵子' })
const contract = await makeUser(db, 'AdminUnitContract', office)
const worker = await makeUser(
  db,
  'User',
  { ...office, group_id },
  { full_name: '=佐々木　"隆"', furigana: 'ササキ', affiliation1: '東鳶興業' },
)
await makeUser(db, 'User', other, { full_name: '有明　太郎' })
await makeHour(db, worker, '2026-07-18', 0)
await makeHour(db, worker, '2026-07-18', 23, { excess_max: 1.2, heart_rate_max: 131 })

const daily = { OfficeId: [1], ReportType: 2, Period: 2, RequestDate: '2026-07-18' }
const downloadFor = async (who: Person, more: object = {}) => {
  const payload = { ...daily, OfficeId: [office.office_id], ...more }
  const answer = await app.inject({ method: 'POST', url: '/api/Report/Download', headers: await as(who), payload })
  expect(answer.statusCode).toBe(200)
  const name = decodeURIComponent(/filename\*=UTF-8''(.+)/.exec(String(answer.headers['content-disposition']))?.[1] ?? '')
  return { type: answer.headers['content-type'], name, bytes: answer.rawPayload, text: answer.rawPayload.toString() }
}
const refusalOf = async (who: Person, more: object) =>
  askAs(who, 'POST', '/api/Report/Download', { ...daily, OfficeId: [office.office_id], ...more })
const monthly = () => ({ Period: 1, RequestDate: '2026-07', Workers: [worker.user_id] })
const hours = Array.from({ length: 24 }, (_, hour) => `"${hour}時"`).join(',')

describe('a CSV', () => {
  test('of a day has a line a worker, and no text that a spreadsheet would run', async () => {
    const { type, name, text } = await downloadFor(base)
    expect({ type, name }).toEqual({ type: 'text/csv; charset=utf-8', name: 'WBGT超過_日報_東雲三丁目_2026-07-18.csv' })
    expect(text).toBe(
      `\uFEFF"作業者","グループ","拠点",${hours},"最大"\r\n"'=佐々木　""隆""","'-足場班","東雲三丁目","-1.4",${'"",'.repeat(22)}"1.2","1.2"\r\n`,
    )
  })

  test('of several sites says which one', async () => {
    const { name, text } = await downloadFor(contract, { OfficeId: [office.office_id, other.office_id] })
    expect(name).toBe('WBGT超過_日報_東雲三丁目、有明_2026-07-18.csv')
    expect(text).toContain(`"作業者","グループ","拠点","0時"`)
    expect(text).toContain(`"有明　太郎","","有明","",`)
  })

  test('of a month has 31 lines, those of days that the month does not have blank', async () => {
    await makeHour(db, worker, '2026-06-30', 9)
    const { name, text } = await downloadFor(base, { ...monthly(), RequestDate: '2026-06', ReportType: 4 })
    expect(name).toBe('心拍_月報_=佐々木 ＂隆＂_2026-06.csv')
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(`\uFEFF"作業者","グループ","拠点","日付",${hours},"最大"`)
    expect(lines[30]).toBe(`"'=佐々木　""隆""","'-足場班","東雲三丁目","2026/06/30",${'"",'.repeat(9)}"101",${'"",'.repeat(14)}"101"`)
    expect(lines[31]).toBe(`${'"",'.repeat(28)}""`)
    expect(lines.slice(32)).toEqual([''])
  })
})

describe('a PDF', () => {
  test('of a day says which site, day and type it is, who printed it when, and repeats its heading', async () => {
    const crowded = await makeOffice(db, { company_id: office.company_id, name: '豊洲' })
    for (let n = 0; n < 60; n++) {
      const person = await makeUser(db, 'User', crowded, { full_name: `作業　者${n}` })
      await makeHour(db, person, '2026-07-18', 9)
    }
    const { type, name, bytes } = await downloadFor(contract, { OfficeId: crowded.office_id, Format: 'pdf' })
    expect({ type, name }).toEqual({ type: 'application/pdf', name: 'WBGT超過_日報_豊洲_2026-07-18.pdf' })
    const { pages, sizes } = await readPdf(bytes)
    expect(pages.length).toBeGreaterThan(1)
    expect(new Set(sizes.map(String))).toEqual(new Set(['842,595']))
    for (const [index, page] of pages.entries()) {
      expect(page).toMatch(/作業者 0 1 2 3 4 5 6 7 8 9 10 11/u)
      expect(page).toContain('WBGT超過 日報')
      expect(page).toContain('拠点 豊洲 期間 2026年7月18日（土） 種類 WBGT超過（℃） 値 1時間の最大')
      expect(page).toContain(`2026年7月20日 13:30 印刷 ${contract.full_name.replace('　', ' ')} ${index + 1} / ${pages.length} ページ`)
    }
    expect(pages.join('').match(/作業 者\d+ −1\.4 −1\.4/gu)).toHaveLength(60)
  })

  test('of a month has its worker, 31 lines on one sheet, and the mean where that was asked for', async () => {
    const { bytes } = await downloadFor(base, { ...monthly(), Format: 'pdf', Statistic: 'mean' })
    const { pages, text } = await readPdf(bytes)
    expect(pages).toHaveLength(1)
    expect(text).toContain('作業者 =佐々木 "隆"（ササキ） グループ -足場班 所属 東鳶興業 値 1時間の平均')
    expect(text).toMatch(/17日（金）\n18日（土） −1\.5 −1\.5 −1\.5\n19日（日）/u)
    expect(text).toContain('31日（金）')
  })
})

describe('is refused', () => {
  test.each([
    [{ RequestDate: '2026-07-21' }, '日付：'],
    [{ Period: 1, RequestDate: '2026-07' }, '作業者：月報は、作業者を1人選んでください。'],
    [{ ReportType: 6 }, '種類：'],
    [{ Format: 'xlsx' }, '形式：'],
    [{ RequestDate: '2026-07-17' }, '出力するデータがありません。'],
    [{ RequestDate: '2026-07-17', Format: 'pdf' }, '出力するデータがありません。'],
  ])('%j', async (more, texts) => {
    expect(await refusalOf(base, more)).toEqual({ status: 400, body: [expect.stringContaining(texts)] })
  })

  test('to somebody who does not see the site, and for workers who were never there', async () => {
    const stranger = await makeUser(db, 'AdminUnitContract', await makeOffice(db))
    expect((await refusalOf(stranger, {})).status).toBe(404)
    expect((await refusalOf(base, { OfficeId: [other.office_id] })).status).toBe(404)
    expect((await refusalOf(base, { Workers: [stranger.user_id] })).status).toBe(404)
    expect((await refusalOf(worker, {})).status).toBe(403)
  })
})
