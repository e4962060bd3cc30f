import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

const before = (minutes: number) => new Date(product.time.now.getTime() - minutes * 60_000)

beforeEach(async () => {
  await sql`truncate alert cascade`.execute(product.context.db)
})

const ask = async (user: { user_id: number }, companyId: number, query = '') =>
  product.ask('GET', `/api/HealthCondition/DownloadAlert/${companyId}${query}`, { headers: await product.as(user) })
const linesOf = async (user: { user_id: number }, query = '') => {
  const { status, body } = await ask(user, tenants.office.company_id, query)
  expect(status).toBe(200)
  return String(body).split('\r\n').slice(1, -1)
}

test("a company's episodes are a file, the newest first, safe for a spreadsheet", async () => {
  const { db } = product.context
  const { people, office, group } = tenants
  await makeAlert(db, people.worker, before(90), {
    base_name: office.name,
    group_name: group.name,
    location_name: '=1+1',
    peak_level: 2,
    excess: -1.5,
    wbgt: 29,
    wbgt_point: '東側',
    ended_at: before(60),
    ending: 'lost',
    late: true,
    withdrawn: true,
    handling: 'closed',
    handled_by: people.leader.user_id,
    handled_by_name: '職長　一',
    handled_at: before(50),
    outcome: 'rested',
    note: '日陰で"15分"休んだ',
  })
  await makeAlert(db, people.worker, before(2), { kind: 'emergency', level: 3, peak_level: 3, cause: 'call', reason: null })
  const { headers, body } = await ask(people.contract, office.company_id, '?allTime=1')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toContain(encodeURIComponent('アラート一覧_2026-07-20.csv'))
  const { full_name: name } = people.worker
  expect(body).toBe(
    '\uFEFF"発生","終了","終わり方","後着","取下げ","種別","緊急","総合アラート","最も重いとき","氏名","会社","拠点","グループ","位置","心拍","WBGT超過","WBGT","WBGT測定場所","理由",' +
      '"対応","担当","対応した日時","結果","メモ"\r\n' +
      `"2026/07/20 12:58:00","","","","","緊急","緊急","危険","危険","${name}","会社","拠点","","","130","","","","呼び出しボタンが押されました",` +
      '"未対応","","","",""\r\n' +
      `"2026/07/20 11:30:00","2026/07/20 12:00:00","途絶のまま","後着","取下げ","体調","","警戒","警戒","${name}","会社","${office.name}","${group.name}","'=1+1","130","-1.5","29.0","東側",` +
      '"継続心拍 120 を 5分超過","完了","職長　一","2026/07/20 12:10:00","休憩して復帰","日陰で""15分""休んだ"\r\n',
  )
})

test('an empty list is refused before the first byte, and on nobody’s record', async () => {
  const { people, office } = tenants
  expect(await ask(people.contract, office.company_id)).toMatchObject({ status: 400, body: ['出力するデータがありません。'] })
  expect(
    (await product.recordedOf('alert')).filter(({ action, company_id }) => action === 'export' && company_id === office.company_id),
  ).toHaveLength(1)
})

test('the filters are those of the list', async () => {
  const { db } = product.context
  const { people, office, group } = tenants
  await makeAlert(db, people.worker, before(60), { ended_at: before(50), handling: 'closed', outcome: 'rested' })
  await makeAlert(db, people.worker, before(3 * 24 * 60), { kind: 'belt', level: 3 })
  await makeAlert(db, people.sibling, before(5))
  expect(await linesOf(people.contract)).toHaveLength(2)
  expect(await linesOf(people.contract, '?allTime=1')).toHaveLength(3)
  expect(await linesOf(people.contract, `?allTime=1&officeId=${office.office_id}`)).toHaveLength(2)
  expect(await linesOf(people.contract, '?allTime=1&kind=belt')).toHaveLength(1)
  expect(await linesOf(people.contract, '?allTime=1&kind=belt,condition&handling=open')).toHaveLength(2)
  expect(await linesOf(people.contract, `?allTime=1&groupId=${group.group_id}`)).toHaveLength(2)
  expect(await linesOf(people.contract, `?allTime=1&userId=${people.sibling.user_id}`)).toHaveLength(1)
  expect(await linesOf(people.contract, '?allTime=1&from=2026-07-20&to=2026-07-20')).toHaveLength(2)
  for (const from of ['yesterday', '2026-02-30', '2026-02-30T00:00:00Z'])
    expect(await ask(people.contract, office.company_id, `?from=${from}`)).toMatchObject({
      status: 400,
      body: ['開始日：日付として読めません。2026-07-20 の形で入力してください。'],
    })
  const bounds = `?allTime=1&from=2026-07-20T11:30:00${encodeURIComponent('+')}09:00&to=`
  expect(await linesOf(people.contract, bounds)).toHaveLength(2)
})

test('it has the items that the list shows, by the company or the site', async () => {
  const { db } = product.context
  const { people, office } = tenants
  const reason = JSON.stringify({ kind: 'sustained', limit: 122, over: 5, minutes: 8 })
  await makeAlert(db, people.worker, before(5), { heart_rate: 127, reason })
  const hide = (key: string, officeId: number | null) =>
    db
      .insertInto('master_setting')
      .values({ company_id: office.company_id, office_id: officeId, type: 'ALERT_LIST_DISPLAY_ITEM_SETTING', key, value: '0' })
      .execute()
  await hide('WBGT_MEASUREMENT_POINT', null)
  await hide('HEART_RATE', office.office_id)
  const fileOf = async (query: string) => String((await ask(people.contract, office.company_id, query)).body)
  const [ofCompany, ofOffice] = [await fileOf(''), await fileOf(`?officeId=${office.office_id}`)]
  await db.deleteFrom('master_setting').execute()
  expect(ofCompany).not.toContain('WBGT測定場所')
  expect(ofCompany).toContain('継続心拍122を5超過')
  expect(ofOffice).not.toContain('"心拍"')
  // Names of tests are numbered.
  expect(ofOffice.replaceAll(people.worker.full_name, '')).not.toMatch(/127|122/)
})

test('of who withdrew their consent it says neither values nor the numbers of the reason', async () => {
  const { db } = product.context
  const { people } = tenants
  const reason = JSON.stringify({ kind: 'sustained', limit: 122, over: 5, minutes: 8 })
  await makeAlert(db, people.worker, before(5), { heart_rate: 127, excess: 1.7, reason })
  const withdraw = (at: Date | null) =>
    db.updateTable('app_user').set({ consent_withdrawn_at: at }).where('app_user.user_id', '=', people.worker.user_id).execute()
  await withdraw(before(1))
  const [line = ''] = await linesOf(people.contract)
  await withdraw(null)
  expect(line).toContain('継続心拍の限度 を超過')
  expect(line.replaceAll(people.worker.full_name, '')).not.toMatch(/127|122|1\.7/)
})

test('it is for administrators of the company and of the service, and nobody reads of another company', async () => {
  const { db } = product.context
  const { people, office, foreign } = tenants
  await makeAlert(db, people.worker, before(5))
  await makeAlert(db, people.foreign, before(5), { full_name: '他社の人' })
  expect(await linesOf(people.service)).toHaveLength(1)
  expect(await linesOf(people.contract)).toHaveLength(1)
  expect(String((await ask(people.service, foreign.company_id)).body)).toContain('他社の人')
  for (const user of [people.base, people.leader, people.subLeader, people.worker])
    expect((await ask(user, office.company_id)).status).toBe(403)
  expect((await ask(people.contract, foreign.company_id)).status).toBe(404)
  expect((await ask(people.foreignContract, office.company_id)).status).toBe(404)
  expect((await ask(people.service, 999_999)).status).toBe(404)
})

test('a long list is downloaded whole, in order, also where episodes share an instant', async () => {
  const { db } = product.context
  const { people } = tenants
  await sql`
    insert into alert (kind, company_id, office_id, user_id, full_name, company_name, base_name, level, peak_level, cause, note, started_at, ended_at)
    select 'condition', ${people.worker.company_id}, ${people.worker.office_id}, ${people.worker.user_id}, '人', '会社', '拠点', 1, 1, 'sustained', n::text,
           '2026-07-20T03:00:00Z'::timestamptz + (n / 100) * interval '1 microsecond', '2026-07-20T04:00:00Z'
      from generate_series(0, 2499) n`.execute(db)
  const lines = await linesOf(people.contract, '?allTime=1')
  const notes = lines.map((line) => Number(line.split(',').at(-1)?.replaceAll('"', '')))
  expect(notes).toEqual(Array.from({ length: 2_500 }, (_, n) => 2_499 - n))
})
