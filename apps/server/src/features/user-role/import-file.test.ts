import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvTemplate } from '../../platform/exchange/csv-out.ts'
import { multipart, toCp932 } from '../../platform/exchange/test-upload.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { workerColumns } from './csv-columns.ts'
import { createTestApp } from '../../test-app.ts'
import { addPeople, goodPassword } from './test-people.ts'

const createPeople = async () => addPeople(await createTestApp())

const people = await createPeople()
let port: number
beforeAll(async () => {
  await people.app.listen({ port: 0, host: '127.0.0.1' })
  port = (people.app.server.address() as AddressInfo).port
})
afterAll(() => people.close())

const labels = csvTemplate(workerColumns)
  .replace('\uFEFF', '')
  .trim()
  .split(',')
  .map((cell) => cell.slice(1, -1))
const row = (loginId: string, more: Record<string, string> = {}) => {
  const cells: Record<string, string> = {
    ログインID: loginId,
    氏名: '髙﨑　①郎',
    フリガナ: 'タカサキ　イチロウ',
    性別: '1',
    生年月日: '1990-01-01',
    ...more,
  }
  return labels.map((label) => cells[label] ?? '').join(',')
}
const fileOf = (...rows: string[]) => [labels.join(','), ...rows].join('\r\n')

type Part = readonly [string, string] | readonly [string, string | Buffer, string]
const send = async (parts: readonly Part[], actor: { user_id: number } = people.base) => {
  const { headers, payload } = multipart(...parts)
  return people.ask('POST', `/api/UserRole/Import/${people.office.office_id}`, {
    headers: { ...headers, ...(await people.as(actor)) },
    payload,
  })
}
const sendAs = (actor: { user_id: number }, content: string | Buffer, name = 'a.csv') =>
  send(
    [
      ['role', 'User'],
      ['file', content, name],
    ],
    actor,
  )
const upload = (content: string | Buffer, name?: string) => sendAs(people.base, content, name)

const personOf = (loginId: string) => people.db.selectFrom('app_user').selectAll().where('login_id', '=', loginId).executeTakeFirst()
const countOf = async (prefix: string) =>
  (await people.db.selectFrom('app_user').select('user_id').where('login_id', 'like', `${prefix}%`).execute()).length

describe('a file', () => {
  test('is read as UTF-8 and as CP932, with what only Windows writes', async () => {
    await upload(Buffer.from(`\uFEFF${fileOf(row('utf8', { 所属1: '～①' }))}`))
    await upload(toCp932(fileOf(row('cp932', { 所属1: '～①' }))))
    for (const loginId of ['utf8', 'cp932']) expect(await personOf(loginId)).toMatchObject({ full_name: '髙﨑　①郎', affiliation1: '～①' })
  })

  test.each([
    ['another name', fileOf(row('n1')), 'a.xlsx', ['ファイルの形式が正しくありません。CSVファイルを選んでください。']],
    [
      'a spreadsheet called csv',
      Buffer.from('PK\u0003\u0004\u0000\u0000'),
      'a.csv',
      [expect.stringContaining('形式'), '文字コードはUTF-8またはShift_JISにしてください。'],
    ],
    [
      'UTF-16',
      Buffer.from(`\uFEFF${fileOf(row('n2'))}`, 'utf16le'),
      'a.csv',
      [expect.stringContaining('形式'), expect.stringContaining('文字コード')],
    ],
    [
      'neither encoding',
      Buffer.concat([Buffer.from(fileOf(row('n3'))), Buffer.from([0xff, 0xfe, 0xfd])]),
      'a.csv',
      [expect.stringContaining('形式'), expect.stringContaining('文字コード')],
    ],
    [
      'a missing heading',
      fileOf(row('n4')).replace('氏名,', ''),
      'a.csv',
      ['ファイルの内容が正しくありません。', '1行目に見出しがありません：氏名'],
    ],
    [
      'a heading twice',
      fileOf(row('n5')).replace('所属2', '所属1').replace('所属3', '所属1,所属2,所属3'),
      'a.csv',
      [expect.stringContaining('内容'), '1行目に同じ見出しがあります：所属1'],
    ],
    ['an open quote', fileOf(row('n6'), '"open'), 'a.csv', [expect.stringContaining('内容'), expect.stringContaining('引用符')]],
    ['no rows', fileOf(), 'a.csv', [expect.stringContaining('内容'), '取り込む行がありません。']],
    ['nothing', '', 'a.csv', [expect.stringContaining('内容'), '1行目に見出しがありません。']],
  ])('is refused for %s', async (_, content, name, body) => {
    expect(await upload(content, name)).toMatchObject({ status: 400, body })
    expect(await countOf('n')).toBe(0)
  })

  test('may have its columns in another order and further ones that nobody reads; rows in any newline, quotes inside', async () => {
    const order = labels.toReversed()
    const cells: Record<string, string> = {
      ログインID: 'order',
      氏名: '"改\n行"',
      フリガナ: '"カイ ""ギョウ"""',
      性別: '３',
      生年月日: '平成2年1月1日',
      所属1: '3" 管',
    }
    const content = [
      [...order, '備考'].map((label) => label.normalize('NFKC')).join(','),
      '',
      [...order.map((label) => cells[label] ?? ''), 'x'].join(','),
    ].join('\n')
    expect(await upload(content)).toMatchObject({ status: 200, body: { created: 1 } })
    expect(await personOf('order')).toMatchObject({
      full_name: '改\n行',
      furigana: 'カイ "ギョウ"',
      gender: 3,
      date_of_birth: '1990-01-01',
      affiliation1: '3" 管',
    })
  })

  test('comes alone, as multipart, with a declared size or not', async () => {
    expect(
      await send([
        ['file', fileOf(row('t1')), 'a.csv'],
        ['file', fileOf(row('t2')), 'b.csv'],
      ]),
    ).toMatchObject({ status: 400, body: ['ファイルは1つずつ選んでください。'] })
    expect((await send([['role', 'User']])).status).toBe(400)
    const json = await people.call(people.base, 'POST', `/api/UserRole/Import/${people.office.office_id}`, {})
    expect(json.status).toBe(400)
    expect(await countOf('t')).toBe(0)
  })

  test('nothing of it stays on disk', async () => {
    const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`mimamori-import-${process.pid}-`))
    // Removed after the answer, and where nobody waits for one any more.
    await expect.poll(left).toEqual([])
  })
})

/** Sends a file of so many bytes over a connection, a piece at a time; answers with what came back and how much had left. */
const sendBytes = async (bytes: number, tellsSize: boolean) => {
  const role = '--x\r\ncontent-disposition: form-data; name="role"\r\n\r\nUser\r\n'
  const [head, tail] = [`${role}--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`, '\r\n--x--\r\n']
  const headers = await people.as(people.base)
  return new Promise<{ status: number; text: string; sent: number }>((resolve, reject) => {
    let sent = 0
    const outgoing = request({
      port,
      method: 'POST',
      path: `/api/UserRole/Import/${people.office.office_id}`,
      headers: {
        ...headers,
        'content-type': 'multipart/form-data; boundary=x',
        ...(tellsSize ? { 'content-length': head.length + bytes + tail.length } : {}),
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      let text = ''
      response
        .on('data', (chunk) => (text += String(chunk)))
        .on('end', () => {
          resolve({ status: response.statusCode ?? 0, text, sent })
          outgoing.destroy()
        })
    })
    outgoing.write(head)
    const piece = Buffer.alloc(1_000_000, 'a,b\n')
    const push = () => {
      if (outgoing.destroyed) return
      if (sent >= bytes) return void outgoing.end(tail)
      const part = piece.subarray(0, Math.min(piece.length, bytes - sent))
      sent += part.length
      if (outgoing.write(part)) setImmediate(push)
      else outgoing.once('drain', push)
    }
    push()
  })
}

describe('a file of 100,000,000 bytes', () => {
  const tooLarge = JSON.stringify(['ファイルが大きすぎます。100,000,000バイトまでのファイルを選んでください。'])

  test('is taken for reading, and one byte more is refused', async () => {
    expect(await sendBytes(100_000_000, true)).toMatchObject({ status: 202 })
    expect(await sendBytes(100_000_001, true)).toMatchObject({ status: 413, text: tooLarge })
  })

  test('is refused before it is read whole, with a declared size or not', async () => {
    const declared = await sendBytes(300_000_000, true)
    expect(declared).toMatchObject({ status: 413, text: tooLarge })
    expect(declared.sent).toBeLessThan(50_000_000)
    const untold = await sendBytes(300_000_000, false)
    expect(untold).toMatchObject({ status: 413, text: tooLarge })
    expect(untold.sent).toBeLessThan(200_000_000)
  })

  test('a stranger is refused before anything of it is read', async () => {
    const worker = await makeUser(people.db, 'User', people.office)
    const { headers, payload } = multipart(['file', fileOf(row('s1')), 'a.csv'])
    const path = `/api/UserRole/Import/${people.office.office_id}`
    expect((await people.ask('POST', path, { headers, payload })).status).toBe(401)
    expect((await people.ask('POST', path, { headers: { ...headers, ...(await people.as(worker)) }, payload })).status).toBe(403)
  })
})

test('files that somebody sends at once are counted while they come in', async () => {
  const headers = { ...(await people.as(people.contract)), 'content-type': 'multipart/form-data; boundary=x' }
  const path = `/api/UserRole/Import/${people.office.office_id}`
  const answers: (number | undefined)[] = []
  const open = Array.from({ length: 5 }, () => {
    const outgoing = request({ port, method: 'POST', path, headers })
    outgoing.on('error', () => undefined)
    outgoing.on('response', (response) => answers.push(response.statusCode))
    outgoing.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n')
    return outgoing
  })
  await expect.poll(() => answers).toEqual([429])
  // Nobody's room is taken by a person with the same number in another product of the process.
  const other = await createPeople()
  expect(other.contract).toMatchObject({ user_id: people.contract.user_id, company_id: people.contract.company_id })
  const file = multipart(['role', 'User'], ['file', fileOf(row('open2')), 'a.csv'])
  const there = { headers: { ...file.headers, ...(await other.as(other.contract)) }, payload: file.payload }
  expect((await other.ask('POST', `/api/UserRole/Import/${other.office.office_id}`, there)).status).toBe(200)
  await other.close()
  for (const outgoing of open) outgoing.destroy()
  await expect.poll(async () => (await sendAs(people.contract, fileOf(row('open1')))).status).toBe(200)
})

describe('a long file', () => {
  type Job = { state: string; done: number; total: number; result?: object; messages?: Record<string, string[]> }
  const jobOf = async (answer: { body: unknown }, actor: { user_id: number } = people.base) =>
    people.call(actor, 'GET', `/api/Job/${(answer.body as { jobId: string }).jobId}`)
  const ended = async (answer: { body: unknown }) => {
    await expect.poll(async () => ((await jobOf(answer)).body as Job).state, { timeout: 60_000 }).not.toBe('running')
    return (await jobOf(answer)).body as Job
  }
  const rows = (prefix: string, count: number, more: Record<string, string> = {}) =>
    Array.from({ length: count }, (_, n) => row(`${prefix}${n}`, more))

  test('is followed by its job, which only its starter sees', async () => {
    const answer = await upload(fileOf(...rows('long', 5_000)))
    expect(answer).toMatchObject({ status: 202, body: { jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
    expect((await jobOf(answer, people.service)).status).toBe(404)
    expect(await ended(answer)).toMatchObject({ state: 'done', result: { created: 5_000, updated: 0, deleted: 0 } })
    expect(await countOf('long')).toBe(5_000)
    const again = await upload(fileOf(...rows('long', 5_000)))
    expect(await ended(again)).toMatchObject({ state: 'done', result: { created: 0, updated: 5_000, deleted: 0 } })
    expect((await personOf('long7'))?.version).toBe(1)
  })

  test('reports its bad rows by the job, and nothing of it is stored', async () => {
    const job = await ended(await upload(fileOf(...rows('bad', 5_000), row('bad5'), row('bad-', { 性別: '9' }))))
    expect(job).toMatchObject({
      state: 'failed',
      messages: { 5002: ['ログインID：7行目と同じです。'], 5003: ['性別：1（男）、2（女）、3（その他）のどれかを入力してください。'] },
    })
    expect(await countOf('bad')).toBe(0)
  })

  test('passwords by the dozen are hashed in the background', async () => {
    const answer = await upload(fileOf(...rows('secret', 40, { パスワード: goodPassword })))
    expect(answer.status).toBe(202)
    expect(await ended(answer)).toMatchObject({ state: 'done', result: { created: 40 } })
    const hashes = await people.db.selectFrom('app_user').select('password_hash').where('login_id', 'like', 'secret%').execute()
    expect(new Set(hashes.map((person) => person.password_hash)).size).toBe(40)
    expect(
      (await people.ask('POST', '/api/Authenticate/Login', { payload: { username: 'secret39', password: goodPassword } })).status,
    ).toBe(200)
  })

  test('a job whose process has died has failed, and says so', async () => {
    const job_id = '0190a0a0-0000-7000-8000-000000000001'
    await people.db
      .insertInto('job')
      .values({
        company_id: people.office.company_id,
        job_id,
        user_id: people.base.user_id,
        kind: 'importWorkers',
        state: 'running',
        file_name: 'a.csv',
        created_at: people.time.now,
      })
      .execute()
    expect(await jobOf({ body: { jobId: job_id } })).toMatchObject({
      status: 200,
      body: { state: 'failed', error: expect.stringContaining('1行も取り込まれていません') },
    })
  })

  test('a process that stops breaks it off, and nothing of it is there', async () => {
    const stopping = await createPeople()
    const { headers, payload } = multipart(['role', 'User'], ['file', fileOf(...rows('stop', 20_000)), 'a.csv'])
    const answer = await stopping.ask('POST', `/api/UserRole/Import/${stopping.office.office_id}`, {
      headers: { ...headers, ...(await stopping.as(stopping.base)) },
      payload,
    })
    expect(answer.status).toBe(202)
    await stopping.app.close()
    const job = await stopping.db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    const stored = await stopping.db.selectFrom('app_user').select('user_id').where('login_id', 'like', 'stop%').execute()
    expect([job.state, stored.length]).toEqual(job.state === 'done' ? ['done', 20_000] : ['failed', 0])
    await stopping.drop()
  })
})
