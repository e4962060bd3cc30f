import { mostUnknownCards } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeOffice, makeOfficeLink, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { context, ask, askAs, time } = product
const { db } = context
const { people, office, group } = await makeTenants(db)
const kind = 'morningCheck'

const at = (clock: string) => new Date(`2026-07-${clock}:00+09:00`)
beforeEach(() => void (time.now = at('20T07:30')))

const headersOf = async (officeId = office.office_id, of: 'morningCheck' | 'poster' = kind) => {
  const { linkId, secret } = await makeOfficeLink(db, officeId, { kind: of })
  return { 'x-morning-check-secret': `${linkId}.${secret}` }
}
const gate = await headersOf()

let cards = 0
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const makeHolder = async (more: Parameters<typeof makeUser>[3] = {}) => {
  const worker = await makeUser(
    db,
    'User',
    { ...office, group_id: group.group_id },
    { full_name: '大久保　義男', furigana: 'オオクボ　ヨシオ', language: 'vi', ...more },
  )
  const code = `MMCABCDEFGHJKLMN${letters[(cards += 1)] ?? 'Z'}`
  const { company_id, user_id } = worker
  await db.insertInto('worker_card').values({ company_id, user_id, code, made_at: time.now }).execute()
  return { worker, code }
}
const scan = (card: string, headers: Record<string, string> = gate) => ask('POST', '/api/GateCheck/Card', { headers, payload: { card } })
const send = (card: string, more: object, headers: Record<string, string> = gate) =>
  ask('POST', '/api/GateCheck', { headers, payload: { card, ...more } })
const checkOf = (worker: { user_id: number }) =>
  db.selectFrom('morning_check').select(['answers', 'source', 'answered_by', 'counted']).where('user_id', '=', worker.user_id).execute()

describe('the tablet at the gate', () => {
  test('begins with the site and its questions, and names nobody', async () => {
    await makeHolder()
    const { status, body } = await ask('GET', '/api/GateCheck', { headers: gate })
    expect(status).toBe(200)
    expect(body).toMatchObject({ date: '2026-07-20', closesAt: '2026-07-20T10:00:00+09:00', nextAt: '2026-07-21T01:00:00+09:00' })
    expect(JSON.stringify(body)).not.toContain('大久保')
  })

  test('shows whose card it is, takes their answers and tells nobody what they mean', async () => {
    const { worker, code } = await makeHolder()
    expect((await scan(code)).body).toEqual({ fullName: '大久保　義男', furigana: 'オオクボ　ヨシオ', language: 'vi' })
    // The whole text of the card, as a scanner reads it.
    expect((await scan(`${code}2FK7QM2XPD94WB`)).status).toBe(200)
    expect(await send(code, { answers: { sleep: 'poor', water: 'good' } })).toMatchObject({ status: 200, body: {} })
    expect(await checkOf(worker)).toEqual([
      { answers: { sleep: 'poor', water: 'good' }, source: 'gate', answered_by: null, counted: ['sleep'] },
    ])
    expect((await scan(code)).body).toEqual({ fullName: '大久保　義男', furigana: 'オオクボ　ヨシオ', language: 'vi' })
    const entries = (await product.recordedOf('user')).filter(({ resource_id: id }) => id === String(worker.user_id))
    expect(entries).toMatchObject([{ action: 'answerCheck', after: { source: 'gate' } }])
    expect((await send(code, { refused: true })).status).toBe(200)
    expect(await checkOf(worker)).toMatchObject([{ answers: null }])
  })

  test('closes at 10:00, and takes what was answered before and could not be sent', async () => {
    const { worker, code } = await makeHolder()
    time.now = at('20T10:00')
    expect(await scan(code)).toMatchObject({ status: 400, body: [expect.stringContaining('受け付けていません') as string] })
    expect((await send(code, { answers: { sleep: 'poor' } })).status).toBe(400)
    expect((await send(code, { answers: { sleep: 'poor' }, at: at('20T09:58').toISOString() })).status).toBe(200)
    expect(await checkOf(worker)).toMatchObject([{ counted: ['sleep'] }])
  })

  test('knows no card of another site, and refuses to guess', async () => {
    const own = await headersOf()
    const { code } = await makeHolder()
    const elsewhere = await makeOffice(db, { company_id: office.company_id })
    expect((await scan(code, await headersOf(elsewhere.office_id))).status).toBe(404)
    for (let n = 0; n < mostUnknownCards; n++) expect((await scan(`MMCZZZZZZZZZZZZ${n}`, own)).status).toBe(404)
    expect((await scan(code, own)).status).toBe(429)
    expect((await send(code, { refused: true }, own)).status).toBe(429)
    // Other tablets continue, and this one after a while.
    expect((await scan(code)).status).toBe(200)
    time.now = at('20T07:41')
    expect((await scan(code, own)).status).toBe(200)
  })

  test('opens nothing else, and nothing else opens it', async () => {
    const poster = await headersOf(office.office_id, 'poster')
    expect((await ask('GET', '/api/GateCheck', { headers: poster })).status).toBe(401)
    for (const url of [`/api/MorningCheck?OfficeId=${office.office_id}`, '/api/UserInfo', `/api/Wallboard/${office.office_id}`])
      expect((await ask('GET', url, { headers: gate })).status).toBe(401)
    const admin = await product.as(people.base)
    expect((await ask('GET', '/api/GateCheck', { headers: admin })).status).toBe(401)
  })
})

test('administrators make and revoke the links of their site', async () => {
  const path = `/api/Office/${office.office_id}/MorningCheckLink`
  const made = (await askAs(people.base, 'POST', path, { name: '正門' })).body as { id: string; secret: string }
  const headers = { 'x-morning-check-secret': made.secret }
  expect((await ask('GET', '/api/GateCheck', { headers })).status).toBe(200)
  expect((await askAs(people.base, 'GET', path)).body).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ name: '正門' })]) as object[],
  })
  expect((await askAs(people.base, 'DELETE', `${path}/${made.id}`)).status).toBe(200)
  expect((await ask('GET', '/api/GateCheck', { headers })).status).toBe(401)
})
