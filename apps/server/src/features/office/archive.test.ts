import { sql } from 'kysely'
import { archiveReopenDays, type ArchivePreview, message, type Office } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/context.ts'
import { waitingForLocks } from '../../platform/database/test-database.ts'
import { setState } from '../../shared/monitoring/workers/test-workers.ts'
import {
  makeAlert,
  makeDevice,
  makeGroup,
  makeIngestKey,
  makeOffice,
  makeUser,
  makeOfficeLink,
  makeWear,
} from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db } = product.context
const start = product.time.now
beforeEach(() => {
  product.time.now = start
})

const password = 'Site-1234'
let tags = 20_000
const nextTag = () => String((tags += 1))

/** A site of a company with another one: somebody of each role, a worn tag, a key, a link and an alert. */
const makeSite = async () => {
  const office = await makeOffice(db, { name: '豊洲　北' })
  const { company_id, office_id } = office
  const other = await makeOffice(db, { company_id })
  const group = await makeGroup(db, { office_id })
  const place = { ...office, group_id: group.group_id }
  const people = {
    service: await makeUser(db, 'AdminUnitService'),
    contract: await makeUser(db, 'AdminUnitContract', office),
    base: await makeUser(db, 'HeadquartersAdmin', office, { password }),
    leader: await makeUser(db, 'GroupLeader', place, { password }),
    worker: await makeUser(db, 'User', place, { password, gender: 1, date_of_birth: '1990-01-01' }),
  }
  const tag = await makeDevice(db, 'vital', office_id, { serial: nextTag() })
  const wear = await makeWear(db, people.worker.user_id, tag.device_id)
  await setState(db, people.worker.user_id, product.time.now, { device_id: tag.device_id })
  const alert = await makeAlert(db, people.worker, { kind: 'condition', level: 2 })
  const keys = { here: await makeIngestKey(db, office_id), beside: await makeIngestKey(db, other.office_id) }
  const link = await makeOfficeLink(db, office_id)
  await makeOfficeLink(db, office_id, { kind: 'poster' })
  const archive = (user: { user_id: number } = people.contract, officeName = '豊洲 北') =>
    product.askAs(user, 'POST', `/api/Office/${office_id}/Archive`, { officeName })
  const reopen = (user: { user_id: number } = people.contract) => product.askAs(user, 'POST', `/api/Office/${office_id}/Reopen`)
  const preview = (user: { user_id: number } = people.contract) => product.askAs(user, 'GET', `/api/Office/${office_id}/Archive`)
  const send = async (key: { bearer: string }, serial = tag.serial) => {
    const readings = [{ kind: 'vital', device: serial, at: product.time.now.toISOString(), heartRate: 90, interval: 1 }]
    const { status, body } = await product.ask('POST', '/api/ingest', { headers: { authorization: key.bearer }, payload: { readings } })
    return { status, body: body as { accepted?: number; rejected?: unknown[] } }
  }
  return { office, other, group, people, tag, wear, alert, keys, link, archive, reopen, preview, send }
}

const signIn = (user: { login_id: string }) =>
  product.ask('POST', '/api/Authenticate/Login', { payload: { username: user.login_id, password } })

describe('who archives an office', () => {
  test('the administrators of the service and of its company; for all others it is not there, or not theirs to do', async () => {
    const site = await makeSite()
    const foreign = await makeUser(db, 'AdminUnitContract', await makeOffice(db))
    for (const user of [site.people.base, site.people.leader, site.people.worker])
      for (const call of [site.preview, site.archive, site.reopen]) expect((await call(user)).status).toBe(403)
    for (const call of [site.preview, site.archive, site.reopen]) expect((await call(foreign)).status).toBe(404)
    expect(await site.archive(site.people.service)).toMatchObject({ status: 200, body: { archivedAt: '2026-07-20T13:00:00+09:00' } })
    expect(await site.reopen(site.people.service)).toMatchObject({ status: 200, body: { archivedAt: null } })
  })

  test('is asked for its name, and not let while an emergency is open', async () => {
    const site = await makeSite()
    expect(await site.archive(site.people.contract, '豊洲南')).toEqual({
      status: 400,
      body: [message('archiveNameWrong', { name: '豊洲　北' })],
    })
    const emergency = await makeAlert(db, site.people.worker)
    expect(await site.archive()).toEqual({ status: 409, body: [message('archiveInDanger', { count: 1 })] })
    await product.askAs(site.people.base, 'POST', `/api/Alert/${emergency.alert_id}/Close`, { outcome: 'rested', note: '' })
    expect((await site.archive()).status).toBe(200)
  })
})

test('what will happen is said before, and when it can be opened again after', async () => {
  const site = await makeSite()
  const expected: ArchivePreview = {
    officeId: site.office.office_id,
    officeName: '豊洲　北',
    baseCode: site.office.base_code,
    archivedAt: null,
    reopenUntil: null,
    people: 3,
    devices: 1,
    worn: 1,
    heard: 1,
    keys: 1,
    wallboardLinks: 1,
    posterLinks: 1,
    morningCheckLinks: 0,
    schedules: 0,
    alerts: 1,
    emergencies: 0,
    devicesElsewhere: 0,
    serialsElsewhere: [],
  }
  expect(await site.preview()).toEqual({ status: 200, body: expected })
  await site.archive()
  const after = { ...expected, archivedAt: '2026-07-20T13:00:00+09:00', reopenUntil: '2026-10-18T13:00:00+09:00', worn: 0, alerts: 0 }
  expect((await site.preview()).body).toEqual(after)
})

test('archiving is on record with what it was before and after; a second time changes nothing', async () => {
  const site = await makeSite()
  const { body: before } = await product.askAs(site.people.contract, 'GET', `/api/Office/${site.office.office_id}`)
  const answers = await Promise.all([site.archive(), site.archive()])
  const [first, second] = answers.map(({ body }) => body as Office)
  expect(first).toEqual(second)
  await site.reopen()
  await site.reopen()
  const log = (await product.recordedOf('office')).filter(({ office_id }) => office_id === site.office.office_id)
  expect(log).toMatchObject([
    { action: 'archive', user_name: site.people.contract.login_id, before, after: first },
    { action: 'reopen', before: first },
  ])
  expect(log).toHaveLength(2)
})

describe('the people of an archived office', () => {
  test('are signed out and cannot sign in, and learn why; in another office they can', async () => {
    const site = await makeSite()
    const headers = await product.as(site.people.worker)
    expect((await signIn(site.people.base)).status).toBe(200)
    await site.archive()
    expect((await product.ask('GET', '/api/UserInfo', { headers })).status).toBe(401)
    const refused = { status: 403, body: [message('officeOfAccountArchived')] }
    for (const user of [site.people.base, site.people.leader, site.people.worker]) expect(await signIn(user)).toMatchObject(refused)

    const move = (officeId: number) =>
      product.askAs(site.people.contract, 'PUT', `/api/UserRole/${site.people.worker.user_id}`, {
        officeId,
        gender: 1,
        dateOfBirth: '1990-01-01',
      })
    expect(await move(site.other.office_id)).toMatchObject({ status: 200 })
    expect((await signIn(site.people.worker)).status).toBe(200)
    expect(await move(site.office.office_id)).toEqual({ status: 403, body: [message('officeArchived')] })
  })

  test('are on no list of conditions, and what was measured of them is shown', async () => {
    const site = await makeSite()
    const query = `officeId=${site.office.office_id}`
    const listed = async () => (await product.askAs(site.people.contract, 'GET', `/api/HealthCondition?${query}`)).body
    expect(await listed()).toMatchObject({ count: 2 })
    await site.archive()
    expect(await listed()).toMatchObject({ count: 0 })
    const detail = await product.askAs(site.people.contract, 'GET', `/api/HealthCondition/${site.people.worker.user_id}/0`)
    expect(detail).toMatchObject({ status: 200, body: { fullName: site.people.worker.full_name } })
  })
})

describe('the devices of an archived office', () => {
  test('are worn by nobody, and no key takes their readings', async () => {
    const site = await makeSite()
    expect(await site.send(site.keys.here)).toMatchObject({ status: 200, body: { accepted: 1 } })
    await site.archive()
    const worn = await db.selectFrom('wear').select('worn_to').where('wear.wear_id', '=', site.wear.wear_id).executeTakeFirstOrThrow()
    expect(worn.worn_to).toEqual(product.time.now)
    product.time.now = new Date(start.getTime() + 60_000)
    expect((await site.send(site.keys.here)).status).toBe(401)
    expect(await site.send(site.keys.beside)).toMatchObject({ body: { accepted: 0, rejected: [{ index: 0 }] } })
  })

  test('are free: another office registers the same serials at once, and has their readings', async () => {
    const site = await makeSite()
    await site.archive()
    const { serial } = site.tag
    const draft = { officeId: site.other.office_id, serialNumber: serial, deviceType: '1' }
    expect(await product.askAs(site.people.contract, 'POST', '/api/Device', draft)).toMatchObject({ status: 200 })
    expect(await site.send(site.keys.beside)).toMatchObject({ body: { accepted: 1, rejected: [] } })
    // A serial alone means the device of the open office.
    const found = await product.askAs(site.people.contract, 'GET', `/api/Device/${serial}`)
    expect(found).toMatchObject({ status: 200, body: { officeId: site.other.office_id } })
    const list = await product.askAs(site.people.contract, 'GET', `/api/Device?serialNumber=${serial}`)
    expect(list.body).toMatchObject({ count: 1, data: [{ officeId: site.other.office_id }] })
    const kept = await product.askAs(site.people.contract, 'GET', `/api/Device?officeId=${site.office.office_id}`)
    expect(kept.body).toMatchObject({ count: 1 })
  })

  test('stay on its record: none is moved out of it or into it', async () => {
    const site = await makeSite()
    const beside = await makeDevice(db, 'vital', site.other.office_id, { serial: nextTag() })
    await site.archive()
    const move = (serialNumber: string, fromOfficeId: number, officeId: number) =>
      product.askAs(site.people.contract, 'PUT', '/api/Device', { serialNumber, deviceType: '1', fromOfficeId, officeId })
    const refused = { status: 403, body: [message('officeArchived')] }
    expect(await move(site.tag.serial, site.office.office_id, site.other.office_id)).toEqual(refused)
    expect(await move(beside.serial, site.other.office_id, site.office.office_id)).toEqual(refused)
  })
})

test('its alerts are closed by who archives it, and stay on the list of all times', async () => {
  const site = await makeSite()
  const past = await makeAlert(db, site.people.worker, { kind: 'condition', ended_at: product.time.now })
  await site.archive()
  const query = `allTime=1&officeId=${site.office.office_id}`
  const { body } = await product.askAs(site.people.contract, 'GET', `/api/HealthCondition/Alert?${query}`)
  const closed = { handling: 'closed', handledBy: site.people.contract.full_name, outcome: 'other', note: '拠点の閉鎖' }
  expect(body).toMatchObject({ count: 2 })
  const rows = new Map((body as { data: { id: number }[] }).data.map((row) => [row.id, row]))
  expect(rows.get(site.alert.alert_id)).toMatchObject({ ...closed, endedAt: '2026-07-20T13:00:00+09:00' })
  expect(rows.get(past.alert_id)).toMatchObject(closed)
})

test('its wallboard opens to nobody', async () => {
  const site = await makeSite()
  const board = () => product.ask('GET', `/api/Wallboard/${site.office.office_id}`, { headers: site.link.headers })
  expect((await board()).status).toBe(200)
  await site.archive()
  expect((await board()).status).toBe(401)
  expect((await product.askAs(site.people.contract, 'GET', `/api/Wallboard/${site.office.office_id}`)).status).toBe(404)
})

test('lists and choices leave it out unless it is asked for', async () => {
  const site = await makeSite()
  await site.archive()
  const { office_id: gone } = site.office
  const { office_id: open } = site.other
  const list = async (query: string) => {
    const { body } = await product.askAs(site.people.contract, 'GET', `/api/Office${query}`)
    return (body as { data: Office[] }).data.map(({ officeId }) => officeId).toSorted((a, b) => a - b)
  }
  const choices = async (payload?: object) => {
    const { body } = await product.askAs(site.people.contract, 'POST', '/api/Office/Search', payload)
    return new Map((body as { officeId: number; isArchived: boolean }[]).map((row) => [row.officeId, row.isArchived]))
  }
  expect([await list(''), await list('?archived=1'), await list('?archived=all')]).toEqual([[open], [gone], [gone, open]])
  expect(await choices()).toEqual(new Map([[open, false]]))
  expect(await choices({ archived: 'all' })).toEqual(
    new Map([
      [gone, true],
      [open, false],
    ]),
  )
  expect((await product.askAs(site.people.contract, 'GET', '/api/Office?archived=2')).status).toBe(400)
})

describe('an office that is opened again', () => {
  test('takes readings and sign-ins as before; devices are handed out again', async () => {
    const site = await makeSite()
    await site.archive()
    product.time.now = new Date(start.getTime() + 60_000)
    expect(await site.reopen()).toMatchObject({ status: 200, body: { archivedAt: null } })
    expect((await signIn(site.people.leader)).status).toBe(200)
    expect(await site.send(site.keys.here)).toMatchObject({ status: 200, body: { accepted: 1 } })
    expect(await site.preview()).toMatchObject({ body: { archivedAt: null, people: 3, devices: 1, worn: 0, keys: 1 } })
    const handOut = { officeId: site.office.office_id, deviceType: '1', serialNumber: site.tag.serial, userId: site.people.worker.user_id }
    expect((await product.askAs(site.people.leader, 'POST', '/api/Wear', handOut)).status).toBe(200)
  })

  test('names the serials that another office has meanwhile, and leaves the worn one to it', async () => {
    const site = await makeSite()
    await site.archive()
    const { serial } = site.tag
    const tag = await makeDevice(db, 'vital', site.other.office_id, { serial })
    const wearer = await makeUser(db, 'User', site.other, { gender: 1, date_of_birth: '1990-01-01' })
    await makeWear(db, wearer.user_id, tag.device_id)
    expect(await site.preview()).toMatchObject({ body: { devicesElsewhere: 1, serialsElsewhere: [serial] } })
    await site.reopen()
    product.time.now = new Date(start.getTime() + 60_000)
    expect(await site.send(site.keys.here)).toMatchObject({ body: { accepted: 1, rejected: [] } })
    const stored = await db.selectFrom('reading').select(['user_id', 'office_id']).where('device_id', '=', tag.device_id).execute()
    expect(stored).toEqual([{ user_id: wearer.user_id, office_id: site.other.office_id }])
  })

  test('is one that was archived within the time', async () => {
    const site = await makeSite()
    await site.archive()
    product.time.now = new Date(start.getTime() + archiveReopenDays * dayMs)
    expect(await site.preview()).toMatchObject({ body: { reopenUntil: null } })
    expect(await site.reopen()).toEqual({ status: 409, body: [message('reopenOver', { days: archiveReopenDays })] })
  })
})

/** Archives the site while another connection holds the locks that `begin` takes, which commits once archiving waits for them. */
const archiveBeside = async (site: Awaited<ReturnType<typeof makeSite>>, begin: (trx: Db) => Promise<void>) => {
  let archiving: ReturnType<typeof site.archive> | undefined
  await db.transaction().execute(async (trx) => {
    await begin(trx)
    let isArchived = false
    archiving = site.archive().finally(() => (isArchived = true))
    await expect.poll(async () => (await product.context.pool.query(waitingForLocks)).rowCount).toBeGreaterThan(0)
    expect(isArchived).toBe(false)
  })
  return await archiving
}

test('a change that has begun is finished before the office is archived', async () => {
  const site = await makeSite()
  const { company_id, office_id } = site.office
  const answer = await archiveBeside(site, async (trx) => {
    await trx.insertInto('named_place').values({ company_id, office_id, name: '東ゲート' }).execute()
  })
  expect(answer).toMatchObject({ status: 200 })
})

test('an emergency that a batch opens meanwhile refuses it, and nothing has changed', async () => {
  const site = await makeSite()
  const answer = await archiveBeside(site, async (trx) => {
    const { company_id, user_id } = site.people.worker
    await sql`select from worker_state ws where ws.company_id = ${company_id} and ws.user_id = ${user_id} for update`.execute(trx)
    await makeAlert(trx, site.people.worker)
  })
  expect(answer).toEqual({ status: 409, body: [message('archiveInDanger', { count: 1 })] })
  expect(await site.preview()).toMatchObject({ body: { archivedAt: null, worn: 1, alerts: 1, emergencies: 1 } })
})

test('who rests there rests no longer', async () => {
  const site = await makeSite()
  const { company_id, office_id } = site.office
  const began_at = new Date(start.getTime() - 20 * 60_000)
  const values = { company_id, office_id, user_id: site.people.worker.user_id, began_at, source: 'leader' }
  await db.insertInto('rest').values(values).execute()
  await site.archive()
  const rests = await db.selectFrom('rest').select(['ended_at', 'ended_by']).where('rest.office_id', '=', office_id).execute()
  expect(rests).toEqual([{ ended_at: start, ended_by: 'leader' }])
})

test('an emergency with the first reading of somebody who has no state yet refuses it, too', async () => {
  const site = await makeSite()
  const { company_id, user_id } = site.people.leader
  const answer = await archiveBeside(site, async (trx) => {
    await trx.insertInto('worker_state').values({ company_id, user_id }).execute()
    await makeAlert(trx, site.people.leader)
  })
  expect(answer).toEqual({ status: 409, body: [message('archiveInDanger', { count: 1 })] })
})
