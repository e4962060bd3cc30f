import { beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { readSchedule } from './store.ts'
import { startScheduleSite } from './test-schedules.ts'

const site = await startScheduleSite()
beforeEach(() => site.clear())

const nextOf = async () => (await site.list(site.tenants.people.service)).data[0]?.nextAt?.slice(0, 16)

describe('a schedule', () => {
  it('is kept as it was sent, on record, with who saved it last as its sender', async () => {
    const { people, office } = site.tenants
    await site.setPerson(people.contract, { email: 'Kanri@example.com' })
    const made = await site.add(people.base, site.draft({ addresses: 'gate@example.com、kanri@EXAMPLE.com Gate@example.com' }))
    expect(made).toMatchObject({
      officeId: office.office_id,
      officeName: office.name,
      kind: 'daily',
      time: '07:00',
      addresses: [
        { address: 'gate@example.com', inside: false },
        { address: 'kanri@EXAMPLE.com', inside: true },
      ],
      enabled: true,
      senderName: people.base.full_name,
      nextAt: '2026-07-21T07:00:00+09:00',
      lastOn: null,
      problem: null,
      version: 1,
    })
    const changed = {
      ...site.draft({ kind: 'monthly', time: '23:30', addresses: ['a@example.com'], enabled: '0' }),
      id: made.id,
      version: 1,
    }
    const { status, body } = await site.save(people.contract, changed, 'PUT')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'monthly',
      time: '23:30',
      enabled: false,
      senderName: people.contract.full_name,
      nextAt: null,
      version: 2,
    })
    expect((await site.remove(people.base, made.id)).status).toBe(200)
    expect(await site.list(people.service)).toEqual({ data: [], count: 0 })
    expect(await site.recordedOf('reportSchedule')).toMatchObject([
      { action: 'create', resource_id: String(made.id), office_id: office.office_id, user_name: people.base.login_id, before: null },
      {
        action: 'update',
        before: { kind: 'daily', time: '07:00', enabled: true, addresses: ['gate@example.com', 'kanri@EXAMPLE.com'] },
        after: { kind: 'monthly', time: '23:30', enabled: false, addresses: ['a@example.com'], officeName: office.name },
      },
      { action: 'delete', before: { kind: 'monthly' }, after: null },
    ])
  })

  it('may be written as people and programs write it, and says how its time is meant', async () => {
    const { base } = site.tenants.people
    expect(await site.add(base, site.draft({ kind: 'DAILY', time: '6:00' }))).toMatchObject({ kind: 'daily', time: '06:00' })
    expect(await site.add(base, site.draft({ kind: 'Monthly', time: '06:30:00' }))).toMatchObject({ kind: 'monthly', time: '06:30' })
    const { status, body } = await site.save(base, site.draft({ time: '6時' }))
    expect([status, body]).toEqual([400, ['送る時刻：06:00 の形で入力してください。']])
  })

  it('is changed by one of two at a time', async () => {
    const { people } = site.tenants
    const { id } = await site.add(people.base, site.draft())
    const change = { ...site.draft({ time: '08:00' }), id, version: 1 }
    expect((await site.save(people.base, change, 'PUT')).status).toBe(200)
    expect(await site.save(people.contract, change, 'PUT')).toEqual({
      status: 412,
      body: 'ほかの人が先に変更しました。読み込み直してください。',
    })
  })

  it('is refused with each address that no mail reaches', async () => {
    const { people } = site.tenants
    const refusal = async (addresses: unknown) => {
      const { status, body } = await site.save(people.base, site.draft({ addresses }))
      return [status, body]
    }
    expect(await refusal(' ')).toEqual([400, ['宛先：1件以上入力してください。']])
    expect(await refusal(['ok@example.com', 'gate', 'x@example'])).toEqual([
      400,
      ['宛先：「gate」には@がありません。', '宛先：「x@example」は届きません。「.co.jp」などを足してください。'],
    ])
    expect(await refusal(Array.from({ length: 51 }, (_, n) => `a${n}@example.com`))).toEqual([
      400,
      ['宛先：50件までです。減らしてください。'],
    ])
    expect((await site.save(people.base, site.draft({ time: '24:00' }))).status).toBe(400)
    expect((await site.list(people.base)).count).toBe(0)
  })

  it('is refused where one of its kind and time has one of the addresses already, and beyond twenty of a site', async () => {
    const { people } = site.tenants
    const { id } = await site.add(people.base, site.draft({ addresses: 'a@example.com,b@example.com' }))
    const twice = [400, ['宛先：B@example.comには、同じ種類・同じ時刻の予定がこの拠点にもうあります。']]
    const again = await site.save(people.contract, site.draft({ addresses: 'c@example.com,B@example.com', enabled: '0' }))
    expect([again.status, again.body]).toEqual(twice)
    expect((await site.save(people.base, { ...site.draft({ addresses: 'a@example.com' }), id }, 'PUT')).status).toBe(200)
    const other = await site.add(people.base, site.draft({ addresses: 'B@example.com' }))
    expect((await site.save(people.base, { ...site.draft({ addresses: 'a@example.com' }), id: other.id }, 'PUT')).status).toBe(400)
    for (let n = 2; n < 20; n++) await site.add(people.base, site.draft({ addresses: `gate${n}@example.com` }))
    expect(await site.save(people.base, site.draft({ kind: 'monthly' }))).toEqual({
      status: 400,
      body: ['拠点：予定は1つの拠点に20件までです。使わない予定を削除してください。'],
    })
    expect((await site.save(people.base, { ...site.draft({ time: '09:00' }), id }, 'PUT')).status).toBe(200)
  })

  it('is within reach of administrators of its site alone', async () => {
    const { people, office, sibling, foreign } = site.tenants
    const own = await site.add(people.base, site.draft())
    const beside = await site.add(people.contract, site.draft({ officeId: sibling.office_id }))
    const far = await site.add(people.foreignBase, site.draft({ officeId: foreign.office_id }))
    const seen = async (user: { user_id: number }, query = '') =>
      (await site.list(user, query)).data.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(await seen(people.service)).toEqual([own.id, beside.id, far.id])
    expect(await seen(people.contract)).toEqual([own.id, beside.id])
    expect(await seen(people.base)).toEqual([own.id])
    expect(await seen(people.foreignContract)).toEqual([far.id])
    expect(await seen(people.contract, `?officeId=${office.office_id}`)).toEqual([own.id])
    expect(await seen(people.base, `?officeId=${sibling.office_id}`)).toEqual([])
    for (const user of [people.leader, people.worker]) {
      expect((await site.save(user, site.draft())).status).toBe(403)
      expect((await site.remove(user, own.id)).status).toBe(403)
    }
    for (const user of [people.foreignContract, people.foreignBase]) {
      expect((await site.save(user, site.draft())).status).toBe(404)
      expect((await site.save(user, { ...site.draft({ officeId: foreign.office_id }), id: own.id, version: 1 }, 'PUT')).status).toBe(404)
      expect((await site.remove(user, own.id)).status).toBe(404)
    }
    expect((await site.save(people.base, { ...site.draft({ officeId: sibling.office_id }), id: own.id, version: 1 }, 'PUT')).status).toBe(
      404,
    )
    expect(
      (await site.save(people.service, { ...site.draft({ officeId: foreign.office_id }), id: own.id, version: 1 }, 'PUT')).status,
    ).toBe(400)
    expect(await seen(people.service)).toEqual([own.id, beside.id, far.id])
  })

  it('shows which addresses are those of accounts that see its site', async () => {
    const { people, sibling, foreign } = site.tenants
    const siblingBase = await makeUser(site.db, 'HeadquartersAdmin', sibling)
    const everybody = { ...people, siblingBase, alsoForeign: await makeUser(site.db, 'AdminUnitContract', foreign) }
    for (const [name, person] of Object.entries(everybody)) await site.setPerson(person, { email: `${name}@example.com` })
    const made = await site.add(people.base, site.draft({ addresses: Object.keys(everybody).map((name) => `${name}@example.com`) }))
    const insiders = made.addresses.filter(({ inside }) => inside).map(({ address }) => address)
    expect(insiders).toEqual(['service@example.com', 'contract@example.com', 'base@example.com'])
  })

  it('is in the requested order', async () => {
    const { people } = site.tenants
    for (const time of ['09:00', '07:30', '23:00']) await site.add(people.base, site.draft({ time }))
    const times = async (query: string) => (await site.list(people.base, query)).data.map(({ time }) => time)
    expect(await times('')).toEqual(['07:30', '09:00', '23:00'])
    expect(await times('?sortKey=time&sortOrder=desc&limit=2')).toEqual(['23:00', '09:00'])
    expect((await site.askAs(people.base, 'GET', '/api/ReportSchedule?sortKey=nothing')).status).toBe(400)
  })
})

describe('the next time', () => {
  it('is that of Japan, over midnight, month ends and leap days, whatever the zone of the database', async () => {
    const { people, office } = site.tenants
    const elsewhere = await site.context.pool.connect()
    await elsewhere.query("set time zone 'America/New_York'")
    const cases = [
      ['daily', '07:00', '2026-07-20 06:59', '2026-07-20T07:00'],
      ['daily', '07:00', '2026-07-20 07:00', '2026-07-21T07:00'],
      ['daily', '00:00', '2026-07-20 23:59', '2026-07-21T00:00'],
      ['daily', '08:30', '2026-12-31 09:00', '2027-01-01T08:30'],
      ['monthly', '06:00', '2026-07-20 13:00', '2026-08-01T06:00'],
      ['monthly', '06:00', '2026-08-01 05:59', '2026-08-01T06:00'],
      ['monthly', '06:00', '2026-12-01 06:00', '2027-01-01T06:00'],
      ['monthly', '23:59', '2028-01-31 23:59', '2028-02-01T23:59'],
    ] as const
    for (const [kind, time, now, next] of cases) {
      await site.clear()
      site.setClock(now)
      const { id, nextAt } = await site.add(people.base, site.draft({ kind, time }))
      expect([kind, time, now, nextAt]).toEqual([kind, time, now, `${next}:00+09:00`])
      const key = { companyId: office.company_id, scheduleId: id }
      expect(await readSchedule(onClient(elsewhere), key, site.time.now)).toMatchObject({ nextAt })
    }
    elsewhere.release(true)
  })

  it('of one whose time was changed is never a second one on one day', async () => {
    const { people } = site.tenants
    site.setClock('2026-07-20 06:00')
    const { id } = await site.add(people.base, site.draft())
    site.setClock('2026-07-20 07:00')
    await site.turn()
    await site.save(people.base, { ...site.draft({ time: '18:00' }), id }, 'PUT')
    expect(await nextOf()).toBe('2026-07-21T18:00')
    expect((await site.list(people.base)).data[0]).toMatchObject({ lastOn: '2026-07-20' })
    site.setClock('2026-07-20 18:00')
    await site.turn()
    expect(await site.mails()).toHaveLength(1)
  })

  it('is that of the clock where it once ran ahead', async () => {
    const { people } = site.tenants
    await site.add(people.base, site.draft())
    site.setClock('2026-09-10 07:00')
    await site.turn()
    expect(await site.mails()).toHaveLength(1)
    site.setClock('2026-07-21 07:00')
    expect((await site.list(people.base)).data).toMatchObject([{ nextAt: '2026-07-21T07:00:00+09:00', lastOn: null }])
    await site.turn()
    expect(await site.mails()).toHaveLength(2)
    expect((await site.list(people.base)).data).toMatchObject([{ nextAt: '2026-07-22T07:00:00+09:00', lastOn: '2026-07-21' }])
  })

  it('is none where its sender may not any more, and it says why', async () => {
    const { people, sibling, office } = site.tenants
    await site.add(people.base, site.draft())
    const shown = async () => {
      const [one] = (await site.list(people.service)).data
      return [one?.nextAt ?? null, one?.problem?.replace(/ため.*/, '') ?? null]
    }
    expect((await shown())[1]).toBeNull()
    await site.setPerson(people.base, { disabled_at: site.time.now })
    expect(await shown()).toEqual([null, '設定した人のアカウントが停止されている'])
    await site.setPerson(people.base, { disabled_at: null })
    await site.setPerson(people.base, { office_id: sibling.office_id })
    expect(await shown()).toEqual([null, '設定した人がこの拠点を見られなくなった'])
    await site.setPerson(people.base, { office_id: office.office_id, deleted_at: site.time.now })
    expect(await shown()).toEqual([null, '設定した人が削除された'])
  })
})
