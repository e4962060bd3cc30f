import { describe, expect, test } from 'vitest'
import { makeCompany, makeGroup, makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { readPdf } from '../../../platform/pdf/test-pdf.ts'
import { startTestApp } from '../../../test-app.ts'
import { makeHour } from '../../../shared/monitoring/summaries/test-hours.ts'
import { filesOf } from '../../../platform/exchange/test-zip.ts'

type Person = Awaited<ReturnType<typeof makeUser>>

const product = await startTestApp()
const { app, as, askAs, context, time } = product
const { db } = context

time.now = new Date('2026-07-20T13:30:00+09:00')
const office = await makeOffice(db, { name: '東雲三丁目 新築工事' })
const other = await makeOffice(db, { company_id: office.company_id, name: '有明' })
const { group_id } = await makeGroup(db, { office_id: office.office_id, name: '足場班' })
const base = await makeUser(db, 'HeadquartersAdmin', office, { full_name: '山岸　恵子' })
const contract = await makeUser(db, 'AdminUnitContract', office)
const service = await makeUser(db, 'AdminUnitService')
const worker = await makeUser(
  db,
  'User',
  { ...office, group_id },
  { full_name: '佐々木　隆', furigana: 'ササキ　タカシ', worker_code: 'W001' },
)
const idle = await makeUser(db, 'User', { ...office, group_id }, { full_name: '休み　取', worker_code: 'W002' })
await makeHour(db, worker, '2026-07-18', 9)
await makeHour(db, worker, '2026-07-18', 10, { excess_max: 3.2, level_max: 3 })
await makeHour(db, worker, '2026-07-19', 23, { heart_rate_max: null, heart_rate_count: 0, heart_rate_sum: 0 })

const request = (more: object = {}) => ({
  OfficeId: [office.office_id],
  ReportTypeZip: [1, 2, 3, 4, 5],
  startTime: '2026-07-18',
  endTime: '2026-07-20',
  // What the customer's client sends besides.
  ReportType: 5,
  Period: 2,
  RequestDate: '2026-07',
  ListUserNameByListOffice: ['佐々木　隆'],
  ...more,
})

const zipFor = async (who: Person, more: object = {}) => {
  const answer = await app.inject({ method: 'POST', url: '/api/Report/download-report', headers: await as(who), payload: request(more) })
  expect(answer.statusCode).toBe(200)
  return { headers: answer.headers, files: await filesOf(answer.rawPayload) }
}
const refusalOf = (who: Person, more: object = {}) => askAs(who, 'POST', '/api/Report/download-report', request(more))
const listOf = (files: Awaited<ReturnType<typeof filesOf>>) =>
  (files.find(({ name }) => name === '一覧.csv')?.bytes ?? Buffer.of()).toString()
const folder = '東雲三丁目 新築工事/佐々木 隆_W001'

describe('the ZIP', () => {
  test('holds for each worker a CSV a type and one PDF, and the list of them', async () => {
    const { headers, files } = await zipFor(base)
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="Reports.zip"' })
    expect(files.map(({ name }) => name)).toEqual([
      ...['WBGT', 'WBGT超過', '総合アラート', '心拍', '接続時間'].map((type) => `${folder}/${type}_2026-07-18_2026-07-20.csv`),
      `${folder}/レポート_2026-07-18_2026-07-20.pdf`,
      '一覧.csv',
    ])
    expect(files.every(({ isUtf8, at }) => isUtf8 && at === '2026-07-20T13:30')).toBe(true)
  })

  test('has a row a day in its CSVs, numbers as numbers, and nothing where nothing is known', async () => {
    const { files } = await zipFor(base, { ReportTypeZip: '2' })
    const lines = files[0]?.bytes.toString().split('\r\n') ?? []
    const who = `"佐々木　隆","足場班","${office.name}",`
    expect(lines[0]).toBe(
      `\uFEFF"作業者","グループ","拠点","日付",${Array.from({ length: 24 }, (_, hour) => `"${hour}時"`).join(',')},"最大"`,
    )
    expect(lines[1]).toBe(`${who}"2026/07/18",${'"",'.repeat(9)}"-1.4","3.2",${'"",'.repeat(13)}"3.2"`)
    expect(lines[2]).toBe(`${who}"2026/07/19",${'"",'.repeat(23)}"-1.4","-1.4"`)
    expect(lines[3]).toBe(`${who}"2026/07/20",${'"",'.repeat(24)}""`)
    expect(lines.slice(4)).toEqual([''])
  })

  test('writes degrees to a tenth, as paper and screen do', async () => {
    const site = await makeOffice(db, { company_id: office.company_id })
    const warm = await makeUser(db, 'User', site)
    await makeHour(db, warm, '2026-07-17', 9, { wbgt_max: 27, excess_max: -2 })
    const { files } = await zipFor(contract, {
      OfficeId: site.office_id,
      ReportTypeZip: [1, 2, 4],
      startTime: '2026-07-17',
      endTime: '2026-07-17',
    })
    const expectedTexts = files.map(({ bytes }) => bytes.toString())
    expect(expectedTexts[0]).toContain('"27.0"')
    expect(expectedTexts[1]).toContain('"-2.0"')
    expect(expectedTexts[2]).toContain('"101"')
  })

  test('has a section a type in its PDF, with who printed it and when', async () => {
    const { files } = await zipFor(base, { ReportTypeZip: [4, 2] })
    const pdf = await readPdf(files.find(({ name }) => name.endsWith('.pdf'))?.bytes ?? Buffer.of())
    expect(pdf.pages).toHaveLength(2)
    expect(pdf.sizes).toEqual([
      [842, 595],
      [842, 595],
    ])
    const expectedTexts = [
      /WBGT超過（℃）.*危険は3\.0以上/,
      /7\/18（土） −1\.4 \+3\.2 \+3\.2/,
      /2026年7月20日 13:30 印刷 山岸 恵子 1 \/ 2 ページ/,
    ]
    for (const text of expectedTexts) expect(pdf.pages[0]).toMatch(text)
    const facts =
      '拠点 東雲三丁目 新築工事 期間 2026年7月18日（土）～2026年7月20日（月） 作業者 佐々木 隆（ササキ タカシ） 作業者コード W001 グループ 足場班'
    for (const page of pdf.pages) expect(page).toContain(facts)
    // Marks are explained where there are any.
    expect(pdf.pages.map((page) => page.includes('安全'))).toEqual([true, false])
    expect(pdf.pages[1]).toMatch(/心拍（bpm）.*7\/18（土） 101 101 101\n.*2 \/ 2/su)
  })

  test('lists people without data as empty, and makes no files of them', async () => {
    const { files } = await zipFor(base, { ReportTypeZip: [1, 4], startTime: '2026-07-19', endTime: '2026-07-19' })
    expect(listOf(files).split('\r\n')).toEqual([
      '\uFEFF"拠点","作業者","作業者コード","種類","ファイル","内容"',
      `"東雲三丁目 新築工事","佐々木　隆","W001","WBGT","${folder}/WBGT_2026-07-19_2026-07-19.csv","データあり"`,
      '"東雲三丁目 新築工事","佐々木　隆","W001","心拍","","データなし"',
      `"東雲三丁目 新築工事","佐々木　隆","W001","PDF","${folder}/レポート_2026-07-19_2026-07-19.pdf","データあり"`,
      '"東雲三丁目 新築工事","休み　取","W002","WBGT","","データなし"',
      '"東雲三丁目 新築工事","休み　取","W002","心拍","","データなし"',
      '"東雲三丁目 新築工事","休み　取","W002","PDF","","データなし"',
      '',
    ])
    expect(files).toHaveLength(3)
  })
})

describe('names that people typed', () => {
  test('cannot leave the folder, are distinct, and run in no spreadsheet', async () => {
    const company = await makeCompany(db)
    const sites = await Promise.all(
      ['../..', '一覧.csv', 'CON', '支店 A/B.', '支店 A／B'].map((name) => makeOffice(db, { company_id: company.company_id, name })),
    )
    const names = ['..', '=1+1', '鬱'.repeat(100), '青\u202Egnp', '同じ　名', '同じ　名', '👷🏽‍♀️ 絵']
    for (const [n, name] of names.entries()) {
      const person = await makeUser(db, 'User', sites[0], { full_name: name, furigana: `ア${n}` })
      await makeHour(db, person, '2026-07-18', 9)
    }
    for (const [n, site] of sites.slice(1).entries()) {
      const person = await makeUser(db, 'User', site, { full_name: '甲', furigana: 'コウ', worker_code: `${n}..` })
      await makeHour(db, person, '2026-07-18', 9)
    }
    const admin = await makeUser(db, 'AdminUnitContract', sites[0])
    const { files } = await zipFor(admin, { OfficeId: sites.map(({ office_id }) => office_id), ReportTypeZip: 1 })
    const folders = [...new Set(files.map(({ name }) => name.slice(0, name.lastIndexOf('/') + 1)))]
    expect(folders).toEqual([
      '／/名前なし/',
      '／/=1+1/',
      `／/${'鬱'.repeat(50)}/`,
      '／/青gnp/',
      '／/同じ 名/',
      '／/同じ 名(2)/',
      '／/👷🏽♀️ 絵/',
      '一覧.csv(2)/甲_0/',
      'CON_/甲_1/',
      '支店 A／B/甲_2/',
      '支店 A／B(2)/甲_3/',
      '',
    ])
    expect(listOf(files)).toContain(`"../..","'=1+1"`)
  })
})

describe('is refused before the first byte', () => {
  test.each([
    [{ startTime: '2026-07-20', endTime: '2026-07-21' }, '終了日：'],
    [{ startTime: '2026-07-20', endTime: '2026-07-19' }, '終了日：'],
    [{ startTime: '2026-04-19' }, '終了日：'],
    [{ startTime: '' }, '開始日：'],
    [{ ReportTypeZip: [] }, '種類：'],
    [{ ReportTypeZip: [6] }, '種類：'],
    [{ OfficeId: [] }, '拠点：'],
  ])('%j', async (more, field) => {
    const { status, body } = await refusalOf(base, more)
    expect(status).toBe(400)
    expect(body).toContainEqual(expect.stringContaining(field))
  })

  test('92 days are not too many', async () => {
    const { files } = await zipFor(base, { startTime: '2026-04-20', ReportTypeZip: 1 })
    expect(files[0]?.bytes.toString().split('\r\n')).toHaveLength(94)
  })

  test('where there is nothing at all (E005)', async () => {
    const nothing = { status: 400, body: ['出力するデータがありません。'] }
    expect(await refusalOf(base, { startTime: '2026-07-20' })).toEqual(nothing)
    expect(await refusalOf(base, { Workers: [idle.user_id] })).toEqual(nothing)
    expect(await refusalOf(base, { ReportTypeZip: 4, startTime: '2026-07-19' })).toEqual(nothing)
  })
})

test('a paper that cannot be drawn is listed so, and the ZIP is whole', async () => {
  const site = await makeOffice(db, { company_id: office.company_id, name: '不良' })
  const broken = await makeUser(db, 'User', site, { full_name: '壊れた　行', furigana: 'ア' })
  const sound = await makeUser(db, 'User', site, { full_name: '正しい　行', furigana: 'イ' })
  await makeHour(db, broken, '2026-07-18', 9, { level_max: 9 })
  await makeHour(db, sound, '2026-07-18', 9)
  const { files } = await zipFor(contract, { OfficeId: site.office_id, ReportTypeZip: 3 })
  expect(files.map(({ name }) => name.replace(/_.*/u, ''))).toEqual([
    '不良/壊れた 行/総合アラート',
    '不良/正しい 行/総合アラート',
    '不良/正しい 行/レポート',
    '一覧.csv',
  ])
  expect(listOf(files)).toContain('"壊れた　行","","PDF","","作成できませんでした"')
})

describe('who gets it', () => {
  test('two at once, and a third once one of them is there', async () => {
    const ask = () => refusalOf(contract)
    const answers = (await Promise.all([ask(), ask(), ask()])).toSorted((a, b) => a.status - b.status)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]?.body).toEqual(['ダウンロード中のZIPが2件あります。終わるまで待つか、中止してから、もう一度お試しください。'])
    expect((await ask()).status).toBe(200)
  })

  test('administrators, each of their own sites', async () => {
    for (const who of [base, contract, service]) expect((await zipFor(who, { ReportTypeZip: 1 })).files).toHaveLength(3)
    expect((await refusalOf(base, { OfficeId: [office.office_id, other.office_id] })).status).toBe(404)
    expect((await zipFor(contract, { OfficeId: [office.office_id, other.office_id], ReportTypeZip: 1 })).files).toHaveLength(3)
  })

  test('nobody else, and nobody of another company', async () => {
    const stranger = await makeUser(db, 'AdminUnitContract', await makeOffice(db))
    expect((await refusalOf(stranger)).status).toBe(404)
    expect((await refusalOf(base, { Workers: [stranger.user_id] })).status).toBe(404)
    for (const role of ['GroupLeader', 'GroupSubLeader', 'User'] as const)
      expect((await refusalOf(await makeUser(db, role, office))).status).toBe(403)
  })

  test('values of somebody who withdrew consent are in no file', async () => {
    const site = await makeOffice(db, { company_id: office.company_id, name: '撤回' })
    const withdrawn = await makeUser(db, 'User', site, { full_name: '撤回　者', consent_withdrawn_at: new Date('2026-07-19T00:00:00Z') })
    await makeHour(db, withdrawn, '2026-07-18', 9)
    expect((await refusalOf(contract, { OfficeId: site.office_id })).status).toBe(400)
  })
})
