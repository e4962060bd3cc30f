import { beforeEach, describe, expect, test } from 'vitest'
import { makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { readPdf } from '../../platform/pdf/test-pdf.ts'
import { startHandOut } from './test-wears.ts'

const site = await startHandOut()
const { db, office, group, people } = site

/** Somebody of the first group, whom no other test knows. */
const newWorker = (name = '大久保　義男', values: object = {}) =>
  makeUser(db, 'User', { ...office, group_id: group.group_id }, { full_name: name, furigana: 'オオクボ　ヨシオ', ...values })

const stateOf = async (person: { user_id: number }, more = '') =>
  (await site.day(people.base, more)).data.find(({ userId }) => userId === person.user_id)?.state

beforeEach(() => site.setTime('20T07:00'))

describe('a hand-out', () => {
  test('makes the person wear the device from now on, and is on the log of the person under their form’s field', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    const { status, body } = await site.give(tag, worker)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        userId: worker.user_id,
        fullName: '大久保　義男',
        serialNumber: tag.serial,
        deviceType: '1',
        officeId: office.office_id,
        groupId: group.group_id,
        from: '2026-07-20T07:00:00+09:00',
        to: null,
        heardAt: null,
      },
    })
    const entries = (await site.recordedOf('user')).filter(({ resource_id: id }) => id === String(worker.user_id))
    expect(entries).toMatchObject([{ action: 'handOut', before: { meditagId: null }, after: { meditagId: tag.serial } }])
  })

  test('to somebody who wears it already changes nothing', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    const first = await site.give(tag, worker)
    site.setTime('20T08:00')
    expect((await site.give(tag, worker)).body).toEqual(first.body)
    expect(await site.wearsOf(tag)).toHaveLength(1)
  })

  test('of a tag on another’s arm is refused with that person, and with replace ends their wear', async () => {
    const [tag, first, second] = [await site.newTag(), await newWorker('江口　陸'), await newWorker()]
    await site.give(tag, first)
    site.setTime('20T08:00')
    expect(await site.give(tag, second)).toMatchObject({
      status: 409,
      body: { message: `「${tag.serial}」は、江口　陸さんが着けています。`, userId: first.user_id, fullName: '江口　陸' },
    })
    expect((await site.give(tag, second, { replace: true })).status).toBe(200)
    expect(await site.wearsOf(tag)).toEqual([
      { user_id: first.user_id, worn_from: site.at('20T07:00'), worn_to: site.at('20T08:00'), swap_reason: null },
      { user_id: second.user_id, worn_from: site.at('20T08:00'), worn_to: null, swap_reason: null },
    ])
  })

  test('to somebody with another tag is a swap, whose reason stays with the one that came off', async () => {
    const [broken, fresh, worker] = [await site.newTag(), await site.newTag(), await newWorker()]
    await site.give(broken, worker)
    site.setTime('20T08:00')
    await site.give(fresh, worker, { reason: 'battery' })
    expect(await site.wearsOf(broken)).toMatchObject([{ worn_to: site.at('20T08:00'), swap_reason: 'battery' }])
    expect(await site.wearsOf(fresh)).toMatchObject([{ worn_from: site.at('20T08:00'), worn_to: null }])
    expect((await site.day()).devices.find(({ serialNumber }) => serialNumber === broken.serial)).toMatchObject({
      isWorn: false,
      reason: 'battery',
    })
  })

  test('of a belt leaves the tag on', async () => {
    const [tag, belt, worker] = [await site.newTag(), await site.newTag('belt'), await newWorker()]
    await site.give(tag, worker)
    await site.give(belt, worker, { deviceType: '2' })
    const row = (await site.day()).data.find(({ userId }) => userId === worker.user_id)
    expect(row).toMatchObject({ serialNumber: tag.serial, belt: { serialNumber: belt.serial } })
  })

  test('counts from the time at which it was done, at most 24 hours ago and not ahead', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    site.setTime('20T08:00')
    expect(await site.give(tag, worker, { at: '2026-07-20T08:01:01+09:00' })).toMatchObject({ status: 400 })
    expect(await site.give(tag, worker, { at: '2026-07-19T07:59:59+09:00' })).toMatchObject({ status: 400 })
    expect(await site.wearsOf(tag)).toEqual([])
    await site.give(tag, worker, { at: '2026-07-20T07:10:00+09:00' })
    expect(await site.wearsOf(tag)).toMatchObject([{ worn_from: site.at('20T07:10') }])
    // A phone's clock may be a little ahead.
    const next = await site.newTag()
    expect((await site.give(next, await newWorker(), { at: '2026-07-20T08:01:00+09:00' })).wear?.from).toBe('2026-07-20T08:00:00+09:00')
  })

  test('that was done before what happened meanwhile is a conflict, said in words', async () => {
    const [tag, other, first, second] = [await site.newTag(), await site.newTag(), await newWorker('江口　陸'), await newWorker()]
    site.setTime('20T07:30')
    await site.give(tag, first)
    site.setTime('20T08:00')
    const at = '2026-07-20T07:10:00+09:00'
    expect(await site.give(tag, second, { at, replace: true })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('7/20 07:30 に江口　陸さんに渡されています') as string, userId: first.user_id },
    })
    await site.takeBack({ serialNumber: tag.serial })
    expect(await site.give(tag, second, { at })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('返されています') as string },
    })
    // The person got another one meanwhile.
    expect(await site.give(other, first, { at })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('江口　陸さんの機器') as string },
    })
    expect(await site.wearsOf(other)).toEqual([])
  })

  test('sent at once from a phone whose clock is behind is no conflict', async () => {
    const [tag, first, second] = [await site.newTag(), await newWorker(), await newWorker()]
    await site.give(tag, first)
    await site.takeBack({ serialNumber: tag.serial })
    const { wear } = await site.give(tag, second, { at: '2026-07-20T06:58:30+09:00' })
    expect(wear?.from).toBe('2026-07-20T07:00:00+09:00')
  })

  test('sent twice with one key is done once', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    const payload = { officeId: office.office_id, serialNumber: tag.serial, userId: worker.user_id, at: '2026-07-20T06:59:00+09:00' }
    const headers = { ...(await site.as(people.base)), 'idempotency-key': 'deed-1' }
    const first = await site.ask('POST', '/api/Wear', { headers, payload })
    await site.takeBack({ serialNumber: tag.serial })
    const again = await site.ask('POST', '/api/Wear', { headers, payload })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await site.wearsOf(tag)).toMatchObject([{ worn_to: site.at('20T07:00') }])
  })

  test('of one tag to two people at once reaches one of them', async () => {
    const [tag, first, second] = [await site.newTag(), await newWorker(), await newWorker()]
    const both = await Promise.all([site.give(tag, first), site.give(tag, second)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await site.wearsOf(tag)).toHaveLength(1)
  })

  test('of two tags to one person at once leaves one', async () => {
    const [one, other, worker] = [await site.newTag(), await site.newTag(), await newWorker()]
    await Promise.all([site.give(one, worker), site.give(other, worker)])
    const open = [...(await site.wearsOf(one)), ...(await site.wearsOf(other))].filter(({ worn_to: to }) => to === null)
    expect(open).toHaveLength(1)
  })

  test('makes a form that is open with the former device stale', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker('版　一郎', { gender: 1, date_of_birth: '1980-01-01' })]
    await site.give(tag, worker)
    expect(
      (await site.askAs(people.base, 'PUT', `/api/UserRole/${worker.user_id}`, { meditagId: null, version: worker.version })).status,
    ).toBe(412)
  })

  test('to somebody who has withdrawn their consent is refused', async () => {
    const worker = await newWorker('同意　太郎', { consent_withdrawn_at: site.at('19T07:00') })
    expect((await site.give(await site.newTag(), worker)).status).toBe(409)
  })
})

describe('the working day', () => {
  test('shows the state of each tag, unheard from ten minutes on', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    expect(await stateOf(worker)).toBe('notHanded')
    await site.give(tag, worker)
    site.time.now = new Date('2026-07-20T07:09:59.999+09:00')
    expect(await stateOf(worker)).toBe('worn')
    site.setTime('20T07:10')
    expect(await stateOf(worker)).toBe('notHeard')
    await site.hear(tag, '20T07:10')
    expect(await stateOf(worker)).toBe('worn')
    site.setTime('20T17:00')
    await site.takeBack({ serialNumber: tag.serial })
    expect(await stateOf(worker)).toBe('returned')
  })

  test('changes in the middle of the closed hours: what is still out and not heard since was not returned', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    await site.give(tag, worker)
    await site.hear(tag, '20T07:05')
    site.time.now = new Date('2026-07-21T00:59:59.999+09:00')
    expect(await stateOf(worker)).toBe('worn')
    site.setTime('21T01:00')
    expect(await stateOf(worker)).toBe('notReturned')
    expect(await stateOf(worker, '&Date=2026-07-20')).toBe('worn')
    await site.hear(tag, '21T06:30')
    site.setTime('21T07:00')
    expect(await stateOf(worker)).toBe('worn')
    site.setTime('22T07:00')
    await site.takeBack({ serialNumber: tag.serial })
    site.setTime('23T07:00')
    expect(await stateOf(worker)).toBe('notHanded')
    expect((await site.day()).data.find(({ userId }) => userId === worker.user_id)?.formerSerialNumber).toBe(tag.serial)
  })

  test('counts all of the site by state and filters by group', async () => {
    const { data, count, states, date } = await site.day()
    expect(date).toBe('2026-07-20')
    expect(Object.values(states).reduce((sum, of) => sum + of, 0)).toBe(count)
    const own = await site.day(people.base, `&GroupId=${group.group_id}&limit=1`)
    expect(own.data).toHaveLength(1)
    expect(own.count).toBe(data.filter(({ groupId }) => groupId === group.group_id).length)
  })
})

describe('a return', () => {
  test('of a device ends its wear; of one that nobody wears is a conflict', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    await site.give(tag, worker)
    site.setTime('20T17:00')
    expect(await site.takeBack({ officeId: office.office_id, deviceType: '1', serialNumber: tag.serial })).toMatchObject({
      status: 200,
      body: { count: 1, wears: [{ userId: worker.user_id, to: '2026-07-20T17:00:00+09:00' }] },
    })
    expect(await site.takeBack({ serialNumber: tag.serial })).toMatchObject({ status: 409 })
  })

  test('done before the device was handed out again is a conflict', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    site.setTime('20T08:00')
    await site.give(tag, worker)
    site.setTime('20T08:10')
    expect(await site.takeBack({ serialNumber: tag.serial, at: '2026-07-20T07:30:00+09:00' })).toMatchObject({ status: 409 })
    expect(await site.wearsOf(tag)).toMatchObject([{ worn_to: null }])
  })

  test('of a group ends all that its people wear, and is on the log of the group', async () => {
    const own = await makeUser(db, 'User', { ...office, group_id: site.otherGroup.group_id })
    const [tag, belt, elsewhere] = [await site.newTag(), await site.newTag('belt'), await site.newTag()]
    await site.give(tag, own)
    await site.give(belt, own)
    await site.give(elsewhere, people.worker)
    site.setTime('20T17:00')
    const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: site.otherGroup.group_id })
    expect(await site.takeBack({ groupId: site.otherGroup.group_id }, leader)).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await site.wearsOf(elsewhere)).toMatchObject([{ worn_to: null }])
    expect((await site.recordedOf('group')).at(-1)).toMatchObject({ action: 'takeBack', after: { count: 2 } })
    await site.takeBack({ serialNumber: elsewhere.serial })
  })

  test.each([{}, { serialNumber: '1', groupId: 1 }])('%j names not one of the two', async (payload) => {
    expect(await site.takeBack(payload)).toMatchObject({ status: 400, body: ['機器の番号かグループの、どちらか1つを指定してください。'] })
  })
})

describe('undoing', () => {
  test('a hand-out that was not heard leaves nothing, and gives back what it took away', async () => {
    const [former, tag, holder, worker] = [await site.newTag(), await site.newTag(), await newWorker(), await newWorker()]
    await site.give(former, worker)
    await site.give(tag, holder)
    site.setTime('20T08:00')
    const { wear } = await site.give(tag, worker, { replace: true, reason: 'broken' })
    expect(await site.undo(wear)).toEqual({ status: 200, body: { ended: null } })
    expect(await site.wearsOf(tag)).toMatchObject([{ user_id: holder.user_id, worn_to: null }])
    expect(await site.wearsOf(former)).toMatchObject([{ user_id: worker.user_id, worn_to: null, swap_reason: null }])
  })

  test('one that was heard ends it', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    const { wear } = await site.give(tag, worker)
    await site.hear(tag, '20T07:01', worker)
    site.setTime('20T07:02')
    expect(await site.undo(wear)).toMatchObject({ status: 200, body: { ended: { to: '2026-07-20T07:02:00+09:00' } } })
    expect(await site.undo(wear)).toMatchObject({ status: 409 })
  })

  test('one of the day before is refused', async () => {
    const { wear } = await site.give(await site.newTag(), await newWorker())
    site.time.now = new Date('2026-07-21T07:00:00.001+09:00')
    expect(await site.undo(wear)).toMatchObject({ status: 409 })
  })
})

describe('who may', () => {
  test('a leader hands out within their group and takes nothing from another one', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    expect((await site.give(tag, people.neighbour, {}, people.leader)).status).toBe(404)
    expect((await site.give(tag, worker, {}, people.subLeader)).status).toBe(200)
    await site.give(tag, people.neighbour, { replace: true })
    const refused = await site.give(tag, worker, { replace: true }, people.leader)
    expect(refused).toMatchObject({ status: 409 })
    expect(JSON.stringify(refused.body)).not.toContain(people.neighbour.full_name)
    expect((await site.takeBack({ serialNumber: tag.serial }, people.leader)).status).toBe(409)
    expect((await site.takeBack({ groupId: site.otherGroup.group_id }, people.leader)).status).toBe(404)
    const { data, devices } = await site.day(people.leader)
    expect(new Set(data.map(({ groupId }) => groupId))).toEqual(new Set([group.group_id]))
    expect(devices.find(({ serialNumber }) => serialNumber === tag.serial)).toMatchObject({ isWorn: true, userId: null })
    await site.takeBack({ serialNumber: tag.serial })
  })

  test('for another tenant nothing is there', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker()]
    const { wear } = await site.give(tag, worker)
    for (const actor of [people.foreignBase, people.foreignContract]) {
      expect((await site.give(tag, worker, {}, actor)).status).toBe(404)
      expect((await site.takeBack({ officeId: office.office_id, serialNumber: tag.serial }, actor)).status).toBe(404)
      expect((await site.undo(wear, actor)).status).toBe(404)
      for (const call of ['', '/History', '/Download', '/Labels'])
        expect((await site.askAs(actor, 'GET', `/api/Wear${call}?OfficeId=${office.office_id}&kind=device`)).status).toBe(404)
    }
    expect((await site.give(tag, worker, {}, people.worker)).status).toBe(403)
  })

  test('contract and service administrators name the site', async () => {
    const worker = await newWorker()
    expect((await site.give(await site.newTag(), worker, {}, people.contract)).status).toBe(200)
    expect((await site.give(await site.newTag(), worker, {}, people.service)).status).toBe(200)
    expect((await site.askAs(people.service, 'GET', '/api/Wear')).status).toBe(400)
  })
})

describe('the history', () => {
  test('lists who wore what, the latest first, of the last 31 days unless asked otherwise; as a file too', async () => {
    const [tag, worker] = [await site.newTag(), await newWorker('履歴　花子')]
    await makeWear(db, worker.user_id, tag.device_id, { worn_from: site.at('01T07:00'), worn_to: site.at('01T17:00') })
    const other = await site.newTag()
    await makeWear(db, worker.user_id, other.device_id, {
      worn_from: new Date('2026-06-18T07:00:00+09:00'),
      worn_to: new Date('2026-06-19T17:00:00+09:00'),
    })
    const list = async (more = '') => (await site.askAs(people.base, 'GET', `/api/Wear/History?userId=${worker.user_id}${more}`)).body
    expect(await list()).toMatchObject({
      count: 1,
      data: [{ serialNumber: tag.serial, to: '2026-07-01T17:00:00+09:00', furigana: 'オオクボ　ヨシオ' }],
    })
    expect(await list('&from=2026-06-19&to=2026-06-19')).toMatchObject({ count: 1, data: [{ serialNumber: other.serial }] })
    expect(await list('&from=2026-06-01&sortKey=serialNumber&sortOrder=desc')).toMatchObject({
      data: [{ serialNumber: other.serial }, { serialNumber: tag.serial }],
    })
    expect((await site.askAs(people.base, 'GET', '/api/Wear/History?sortKey=nothing')).status).toBe(400)
    const file = await site.askAs(people.base, 'GET', `/api/Wear/Download?userId=${worker.user_id}`)
    expect(file.status).toBe(200)
    expect(String(file.body)).toContain('"履歴　花子","オオクボ　ヨシオ"')
    expect((await site.recordedOf('wear')).at(-1)).toMatchObject({ action: 'export', resource_id: '着用の記録.csv' })
    expect((await site.askAs(people.base, 'GET', '/api/Wear/Download?from=2020-01-01&to=2020-01-01')).status).toBe(400)
  })
})

describe('labels', () => {
  const pdfOf = async (query: string, actor: { user_id: number } = people.base) => {
    const answer = await site.app.inject({
      method: 'GET',
      url: `/api/Wear/Labels?OfficeId=${office.office_id}&${query}`,
      headers: await site.as(actor),
    })
    expect(answer.statusCode).toBe(200)
    return readPdf(new Uint8Array(answer.rawPayload))
  }

  test('of devices name each by its number, as many on a sheet as it holds', async () => {
    const { count } = await db
      .selectFrom('device')
      .where('device.office_id', '=', office.office_id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const paper = await pdfOf('kind=device&sheet=12&skip=11')
    expect(paper.pages).toHaveLength(Math.ceil((count + 11) / 12))
    expect(paper.text).toContain('体調デバイス')
  })

  test('of workers give each a code that stays, and is no login ID', async () => {
    const worker = await newWorker('証　太郎')
    expect((await pdfOf('kind=worker', people.leader)).text).toMatch(/証\s*太郎/)
    const codeOf = async () => (await site.day()).data.find(({ userId }) => userId === worker.user_id)?.cardCode
    const code = await codeOf()
    expect(code).toMatch(/^MMC[A-HJ-NP-Z2-9]{14}$/)
    await pdfOf('kind=worker')
    expect(await codeOf()).toBe(code)
  })
})
