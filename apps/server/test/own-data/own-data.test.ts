import { csvLine } from '@mimamori/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pathsOf } from '../../src/features/own-data/fill-zip.ts'
import { ownFiles, withoutOwnData } from '../../src/features/own-data/own-files.ts'
import { gatherMarks } from '../../src/shared/erasure/gather-marks.ts'
import { searchPattern } from '../../src/shared/erasure/person-marks.ts'
import { makeUser, signInAs } from '../../src/shared/organisation/test-factories.ts'
import { toJapanIso } from '../../src/platform/japan-time.ts'
import { filesOf } from '../../src/platform/exchange/test-zip.ts'
import { startTestApp } from '../../src/test-app.ts'
import { makeOwnPerson, password } from './test-own-person.ts'

const product = await startTestApp()
const { context, time } = product
const { db, pool } = context
const made = await makeOwnPerson(context)
const { person, leader, other, base, office } = made

const start = new Date('2026-07-20T13:00:00+09:00')
beforeEach(async () => {
  time.now = new Date(start)
  await db.deleteFrom('login_failure').execute()
})

type Headers = Record<string, string>
const newSession = async (who: { user_id: number } = person): Promise<Headers> => (await signInAs(context, who.user_id)).headers
const confirm = (headers: Headers, payload: object = { password }) => product.ask('POST', '/api/User/Confirmation', { headers, payload })
const fetchData = async (headers: Headers, query = '') => {
  const response = await product.app.inject({ method: 'GET', url: `/api/User/MyData${query}`, headers })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload, text: response.body }
}
const fetched = async (who?: { user_id: number }, query?: string) => {
  const headers = await newSession(who)
  await db
    .updateTable('session as s')
    .set({ confirmed_at: time.now })
    .where('s.user_id', '=', (who ?? person).user_id)
    .execute()
  const { status, bytes } = await fetchData(headers, query)
  expect(status).toBe(200)
  return new Map((await filesOf(bytes)).map(({ name, bytes: content }) => [name, content.toString('utf8')]))
}

describe('the file of a person', () => {
  const files = ownFiles(start)
  let zip: Map<string, string>
  beforeAll(async () => {
    time.now = new Date(start)
    zip = await fetched()
  })
  const textOf = (name: string) => zip.get(name) ?? ''
  const jsonOf = (key: string) => JSON.parse(textOf(`json/${key}.json`)) as Record<string, unknown>[]

  test('has a text that explains it, and a CSV and a JSON of everything', () => {
    const paths = files.flatMap((file) => Object.values(pathsOf(file)))
    expect([...zip.keys()]).toEqual(['README.txt', ...paths])
    expect(textOf('README.txt')).toContain('自分のデータ')
    for (const path of paths) expect(textOf('README.txt')).toContain(path)
    expect(textOf('csv/測定値.csv').slice(1).split('\r\n')[0]).toContain('"測定時刻","機器の時計の時刻","受信時刻","機器の番号"')
  })

  test.each(files.filter(({ tables }) => tables.length > 0).map((file) => [file.key, file] as const))(
    'has every value that the database has: %s',
    async (key, { tables: [table], columns, rows }) => {
      const compiled = rows({ companyId: person.company_id, userId: person.user_id }).compile(db)
      const stored = await pool.query<Record<string, unknown>>(`select t.* ${compiled.sql}`, [...compiled.parameters])
      expect(stored.rows.length, String(table)).toBeGreaterThan(0)
      const shown = jsonOf(key)
      expect(shown).toHaveLength(stored.rows.length)
      const plain = Object.entries(columns).filter(
        ([, column]) => typeof column === 'string' || (column.from === undefined && column.mayNameOthers !== true),
      )
      const asText = (value: unknown) => JSON.stringify(value instanceof Date ? toJapanIso(value) : value)
      for (const [name] of plain) {
        const camel = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
        expect(shown.map((row) => asText(row[camel])).toSorted(), name).toEqual(stored.rows.map((row) => asText(row[name])).toSorted())
      }
    },
  )

  test('has all readings in their order, over portions, and nobody else’s', () => {
    const readings = jsonOf('readings')
    expect(readings).toHaveLength(2_100)
    expect(new Set(readings.map(({ heartRate }) => heartRate)).has(203)).toBe(false)
    const times = readings.map(({ at }) => Date.parse(String(at)))
    expect(times).toEqual(times.toSorted((one, next) => one - next))
    expect(textOf('csv/測定値.csv').trimEnd().split('\r\n')).toHaveLength(2_101)
  })

  test('names nobody else, by none of the marks of an erasure', async () => {
    const whole = [...zip.values()].join('\n')
    for (const somebody of [leader, other, base]) {
      const pattern = searchPattern(await gatherMarks(db, { companyId: somebody.company_id, userId: somebody.user_id }))
      expect(whole).not.toMatch(new RegExp(pattern ?? '', 'i'))
    }
    expect(whole).not.toContain('勅使河原')
    expect(whole).not.toContain('chef@example.jp')
    expect(jsonOf('alerts')[0]?.['note']).toBe('職長が日陰へ。作業者さんも手伝った。綾小路さんは水を飲んだ。')
    expect(jsonOf('alertEvents')[0]).toMatchObject({ by: 'GroupLeader', note: '連絡先 作業者' })
    expect(jsonOf('changes').at(-1)).toMatchObject({ by: 'HeadquartersAdmin', ownAddress: null, after: { affiliation1: '綾小路組' } })
  })

  test('says who looked, by role, and what the person did, without whom', () => {
    expect(jsonOf('reads')).toMatchObject([{ role: 'GroupLeader', screen: 'healthCondition', times: 1 }])
    expect(jsonOf('acts')).toContainEqual(expect.objectContaining({ action: 'beginRest', resource: 'user', address: '198.51.100.7' }))
    expect(textOf('csv/自分の操作.csv')).toContain(csvLine(['休憩を伝える']).slice(0, -2))
  })

  test('has no secret', () => {
    const whole = [...zip.values()].join('\n')
    for (const secret of [
      'secret-of-the-person',
      Buffer.from('secret-of-the-person').toString('hex'),
      'hashed-pin',
      'argon2',
      'push.example',
    ])
      expect(whole).not.toContain(secret)
  })
})

test('the text is in the person’s language', async () => {
  expect((await fetched(person, '?language=vi')).get('README.txt')).toContain('Dữ liệu của tôi')
})

test('everybody gets theirs, administrators of the service too, with nothing measured', async () => {
  const service = await makeUser(db, 'AdminUnitService')
  const zip = await fetched(service)
  expect(zip.get('json/readings.json')).toBe('[\n]\n')
  expect(JSON.parse(zip.get('json/person.json') ?? '')).toMatchObject([{ loginId: service.login_id, officeName: null }])
})

describe('it is given', () => {
  beforeEach(() => db.deleteFrom('audit_log as a').where('a.resource', '=', 'myData').execute())

  test('to nobody who is not signed in, and to no session that is not confirmed, for five minutes', async () => {
    expect((await fetchData({})).status).toBe(401)
    const headers = await newSession()
    expect(await fetchData(headers)).toMatchObject({ status: 403, text: expect.stringContaining('本人の確認') })
    expect((await confirm(headers, { password: 'Wrong-1234' })).status).toBe(400)
    expect((await fetchData(headers)).status).toBe(403)
    await confirm(headers)
    expect((await fetchData(await newSession())).status).toBe(403)
    time.now = new Date(start.getTime() + 5 * 60_000 - 1)
    expect((await fetchData(headers)).status).toBe(200)
    time.now = new Date(start.getTime() + 5 * 60_000)
    expect((await fetchData(headers)).status).toBe(403)
  })

  test('as a file that no browser stores on its way, and on the log', async () => {
    const headers = await newSession()
    await confirm(headers)
    expect((await fetchData(headers)).headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"',
      'cache-control': 'no-store',
    })
    expect(await product.recordedOf('myData')).toMatchObject([
      { action: 'export', user_name: person.login_id, office_id: office.office_id },
    ])
  })

  test('five times an hour, also to calls at once', async () => {
    const headers = await newSession()
    await confirm(headers)
    const answers = await Promise.all(Array.from({ length: 4 }, () => fetchData(headers)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await fetchData(headers)).status).toBe(200)
    const refused = await fetchData(headers)
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3600' }, text: expect.stringContaining('5回') })
    time.now = new Date(start.getTime() + 3_600_000)
    const later = await newSession()
    await confirm(later)
    expect((await fetchData(later)).status).toBe(200)
  })
})

const tablesOfPeople = async () => {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
     group by 1`)
  return rows
}

test('every table with people in it is in a file, or is left out for a reason', async () => {
  const listed: readonly string[] = [...ownFiles(start).flatMap(({ tables }) => tables), ...Object.keys(withoutOwnData)]
  const ofPeople = (await tablesOfPeople()).filter(({ columns }) => columns.includes('user_id')).map(({ name }) => name)
  expect(ofPeople.filter((name) => !listed.includes(name))).toEqual([])
  expect(Object.keys(withoutOwnData).filter((name) => !ofPeople.includes(name))).toEqual([])
})

test('every column of a table in a file is in it, or is left out for a reason', async () => {
  const columnsOf = new Map((await tablesOfPeople()).map(({ name, columns }) => [name, columns]))
  const sameEverywhere = ['company_id', 'user_id']
  const faults = ownFiles(start).flatMap(({ key, tables: [table], columns, leftOut }) => {
    const stored = columnsOf.get(table ?? '') ?? []
    const known = [...Object.keys(columns), ...Object.keys(leftOut), ...sameEverywhere]
    const unknown = stored.filter((column) => !known.includes(column)).map((column) => `${key}: ${column} is in neither`)
    const gone = Object.keys(leftOut)
      .filter((column) => !stored.includes(column))
      .map((column) => `${key}: ${column} is gone`)
    return [...unknown, ...gone]
  })
  expect(faults).toEqual([])
})
