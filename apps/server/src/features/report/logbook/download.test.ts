import { beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../../platform/pdf/test-pdf.ts'
import { startBookSite, minutesBetween } from './test-book.ts'

const site = await startBookSite()
beforeAll(async () => {
  const { office } = site.tenants
  await site.makeWatcher('000401', office.office_id, '=1階 "北"')
  await site.makeWatcher('000402', office.office_id, '屋上')
  await site.send(office.office_id, '000401', [
    { at: '2026-07-18T09:00:00+09:00', wbgt: -1.5, temperature: 33, humidity: 61.4, globe: 41 },
    ...minutesBetween('2026-07-19T08:00', '2026-07-19T09:00').map((at) => ({ at, wbgt: 29.3 })),
  ])
  await site.send(
    office.office_id,
    '000402',
    minutesBetween('2026-07-16T00:00', '2026-07-19T00:00').map((at) => ({ at, wbgt: 24 })),
  )
  await site.keepSummaries()
})

const download = async (user: { user_id: number }, query: string) =>
  site.askBook(user, `/Download?officeId=${site.tenants.office.office_id}&${query}`)

const pdf = async (query: string) => {
  const answer = await site.app.inject({
    method: 'GET',
    url: `/api/Report/Logbook/Download?officeId=${site.tenants.office.office_id}&format=pdf&${query}`,
    headers: await site.as(site.tenants.people.base),
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return readPdf(answer.rawPayload)
}

describe('the file', () => {
  it('has what the screen has, safe for a spreadsheet', async () => {
    const { people, office } = site.tenants
    const { headers, body } = await download(people.base, 'from=2026-07-18&to=2026-07-18&device=000401')
    expect(headers['content-disposition']).toContain(encodeURIComponent(`暑さ指数記録簿_${office.name}_2026-07-18.csv`))
    expect(body).toBe(
      '\uFEFF"測定日時","終わり","暑さ指数計","測定場所","出どころ","WBGT","WBGT（平均）","測定数","気温","湿度","黒球温度","備考"\r\n' +
        `"2026/07/18 09:00:00","","000401","'=1階 ""北""","実測","-1.5","","","33","61.4","41",""\r\n` +
        `"2026/07/18 09:00:00","2026/07/19 00:00:00","000401","'=1階 ""北""","欠測","","","","","","",""\r\n`,
    )
  })

  it('has every line of many, in order', async () => {
    const { people, office } = site.tenants
    const { body } = await download(people.contract, 'from=2026-07-16&to=2026-07-19')
    const lines = String(body).split('\r\n').slice(1, -1)
    const { count } = await site.read(people.base, `?officeId=${office.office_id}&from=2026-07-16&to=2026-07-19&limit=1`)
    expect(lines).toHaveLength(count)
    const times = lines.map((line) => line.slice(1, 20))
    expect(times).toEqual(times.toSorted())
  })

  it('is refused where there is nothing to put out', async () => {
    const { people } = site.tenants
    for (const format of ['csv', 'pdf']) {
      const answer = await download(people.base, `from=2026-06-01&to=2026-06-02&format=${format}`)
      expect([answer.status, answer.body]).toEqual([400, ['出力するデータがありません。']])
    }
  })
})

describe('the paper', () => {
  it('says site, watcher, days, who printed it when, each value and each gap', async () => {
    const { people, office } = site.tenants
    const { text, sizes, pages } = await pdf('from=2026-07-19&to=2026-07-19&device=000401')
    for (const expectedText of [
      '暑さ指数記録簿',
      office.name,
      '000401',
      '2026年7月19日（日）',
      '測定値ごと',
      '2026年7月20日 13:00 印刷',
      people.base.full_name,
    ])
      expect(text).toContain(expectedText)
    expect(text.match(/29\.3/g)).toHaveLength(60)
    expect(text).toContain('欠測（15時間1分）')
    expect(sizes[0]).toEqual([595, 842])
    expect(text).toContain(`1 / ${pages.length} ページ`)
  })

  it('by the hour has a line an hour', async () => {
    const { text } = await pdf('from=2026-07-16&to=2026-07-18&device=000402&unit=hour')
    expect(text.match(/24\.0/g)?.length).toBe(2 * 72)
    expect(text).toContain('07/16 23:00〜24:00')
  })

  it('of too many lines is refused with the way out', async () => {
    const { people } = site.tenants
    const answer = await download(people.base, 'from=2026-07-16&to=2026-07-18&format=pdf')
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual([
      expect.stringMatching(/^細かさ：4,\d{3}行あり、PDFにできるのは3,000行までです。「10分ごと」か「1時間ごと」に/),
    ])
  })
})

describe('who may read it', () => {
  it('administrators within their reach; another site is not there, and others have no such call', async () => {
    const { people, office, sibling, foreign } = site.tenants
    const statuses = async (user: { user_id: number }, officeId: number) =>
      Promise.all(
        ['', '/Watcher', '/Download'].map(
          async (call) => (await site.askBook(user, `${call}?officeId=${officeId}&from=2026-07-19&to=2026-07-19`)).status,
        ),
      )
    for (const user of [people.service, people.contract, people.base])
      expect(await statuses(user, office.office_id)).toEqual([200, 200, 200])
    expect(await statuses(people.base, sibling.office_id)).toEqual([404, 404, 404])
    for (const user of [people.contract, people.base]) expect(await statuses(user, foreign.office_id)).toEqual([404, 404, 404])
    for (const user of [people.foreignContract, people.foreignBase]) expect(await statuses(user, office.office_id)).toEqual([404, 404, 404])
    for (const user of [people.leader, people.subLeader, people.worker])
      expect(await statuses(user, office.office_id)).toEqual([403, 403, 403])
  })
})

describe('a watcher', () => {
  it('that the site never had is not found, on screen and as a file; one that was gone by then has no lines', async () => {
    const { people, office } = site.tenants
    const ask = (call: string) => site.askBook(people.base, `${call}&officeId=${office.office_id}&from=2026-07-19&to=2026-07-19`)
    for (const call of ['?device=nope', '/Download?device=nope', '/Download?device=nope&format=pdf'])
      expect((await ask(call)).status).toBe(404)
    const gone = await site.makeWatcher('000403', office.office_id)
    await site.send(office.office_id, '000403', [{ at: '2026-07-18T09:00:00+09:00', wbgt: 25 }])
    await site.keepSummaries()
    await site.db.deleteFrom('device').where('device_id', '=', gone.device_id).execute()
    expect(await ask('?device=000403')).toMatchObject({ status: 200, body: { data: [], count: 0 } })
  })
})

describe('which days it may be asked for', () => {
  it('are up to today, in order and at most 31', async () => {
    const { people, office } = site.tenants
    const refusal = async (from: string, to: string) => {
      const { status, body } = await site.askBook(people.base, `?officeId=${office.office_id}&from=${from}&to=${to}`)
      return [status, body]
    }
    expect(await refusal('2026-07-21', '2026-07-21')).toEqual([400, ['開始日：今日までの日を入力してください。']])
    expect(await refusal('2026-07-20', '2026-07-21')).toEqual([400, ['終了日：今日までの日を入力してください。']])
    expect(await refusal('2026-07-20', '2026-07-19')).toEqual([400, ['終了日：開始日より前の日は入力できません。']])
    expect(await refusal('2026-06-19', '2026-07-20')).toEqual([400, ['終了日：記録簿は31日分までです。終了日を早めてください。']])
    expect((await refusal('2026-06-20', '2026-07-20'))[0]).toBe(200)
    site.time.now = new Date('2026-07-20T15:30:00Z')
    expect((await refusal('2026-07-21', '2026-07-21'))[0]).toBe(200)
    site.time.now = new Date('2026-07-20T13:00:00+09:00')
  })
})
