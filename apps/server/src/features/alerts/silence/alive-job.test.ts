import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { connectDatabase } from '../../../platform/database/database.ts'
import { startRecurring, takeTurn } from '../../../platform/database/recurring.ts'
import { makeDevice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../../test-app.ts'
import { aliveJob } from './alive-job.ts'
import { makeSite, tokyo } from './test-site.ts'

const made = await startTestApp()

/** A turn of the job at that time. */
const turnAt = (clock: string) => {
  made.time.now = tokyo(clock)
  return takeTurn(made.context, aliveJob)
}
/** Turns every half a minute, as in the product. */
const turns = async (from: string, minutes: number) => {
  for (let seconds = 0; seconds <= minutes * 60; seconds += 30) await turnAt(`${from}:${seconds}`)
}
const siteOf = (people: number, clock = '06:00') => {
  made.time.now = tokyo(clock)
  return makeSite(made, people)
}
type Site = Awaited<ReturnType<typeof siteOf>>
const first = ({ workers: [worker] }: Site) => {
  if (worker === undefined) throw new Error('nobody')
  return worker
}
/** A worker heard in danger, whose condition's episode a test closes or ends. */
const alarm = async (site: Site, from: string) => {
  for (const minute of ['00', '01', '02', '03']) await site.hear(`${from}:${minute}`, [first(site)], 185)
}
const update = (userId: number, values: { deleted_at?: Date; consent_withdrawn_at?: Date }) =>
  made.context.db.updateTable('app_user').set(values).where('app_user.user_id', '=', userId).execute()
const handBack = (userId: number, clock: string) =>
  made.context.db
    .updateTable('wear')
    .set({ worn_to: tokyo(clock) })
    .where('wear.user_id', '=', userId)
    .execute()
const closeAt = async (clock: string, alertId: number | undefined) => {
  made.time.now = tokyo(clock)
  const headers = await made.as(await makeUser(made.context.db, 'AdminUnitService'))
  const { status } = await made.ask('POST', `/api/Alert/${alertId}/Close`, { headers, payload: { outcome: 'sentHome', note: '' } })
  expect(status).toBe(200)
}
const ids = (workers: readonly { userId: number }[]) => workers.map(({ userId }) => userId)
const names = (workers: readonly { fullName: string }[]) => workers.map(({ fullName }) => fullName)

describe('the silent people of a site', () => {
  it('are one line that counts and names them, updated in place, which ends when nobody is left', async () => {
    const { workers, hear, alerts, events } = await siteOf(5)
    await hear('13:00', workers)
    await hear('13:15', workers.slice(1))
    await turnAt('13:15')
    expect(await alerts()).toEqual([])
    await turns('13:15:01', 2)
    const line = { kind: 'siteSilent', user_id: null, device_id: null, started_at: tokyo('13:15:01'), handling: 'open' }
    const one = workers.slice(0, 1)
    expect(await alerts()).toMatchObject([{ ...line, reason: { limit: 1, names: names(one), userIds: ids(one) }, ended_at: null }])
    await hear('13:25', workers.slice(3))
    await turns('13:25', 10)
    const three = workers.slice(0, 3)
    expect(await alerts()).toMatchObject([{ ...line, reason: { limit: 3, names: names(three), userIds: ids(three) }, ended_at: null }])
    await hear('13:36', workers.slice(1))
    await turnAt('13:36')
    expect(await alerts()).toMatchObject([{ ...line, reason: { limit: 1, names: names(one) }, ended_at: null }])
    await hear('13:37', workers)
    await turnAt('13:37')
    expect(await alerts()).toMatchObject([{ ...line, ended_at: tokyo('13:37'), ending: 'recovered' }])
    expect(await events()).toEqual(['opened', 'ended'])
  })

  it('are put in words in the list of alerts', async () => {
    const { office, workers, hear } = await siteOf(3)
    await hear('13:00', workers)
    await hear('13:16', workers.slice(2))
    await turnAt('13:16')
    const headers = await made.as(await makeUser(made.context.db, 'HeadquartersAdmin', office))
    const { body } = await made.ask('GET', '/api/HealthCondition/Alert', { headers })
    const reason = `2名の受信がありません：${names(workers.slice(0, 2)).join('、')}`
    expect(body).toMatchObject({ count: 1, data: [{ kind: 'siteSilent', fullName: null, reason }] })
  })

  it('begin inside working hours alone, but at any time after a level', async () => {
    const site = await siteOf(3, '00:30')
    const { workers, hear, alerts } = site
    const [, calm, other] = workers
    if (calm === undefined || other === undefined) throw new Error('nobody')
    // Level 1 from the heart for long enough; their condition has ended in the meantime.
    await alarm(site, '01')
    await hear('01:04', [calm, other])
    await made.context.db
      .updateTable('alert')
      .set({ ended_at: tokyo('01:03'), ending: 'recovered' })
      .where('alert.user_id', '=', first(site).userId)
      .execute()
    for (const clock of ['01:10', '01:14', '01:18', '01:22']) await hear(clock, [other])
    await turns('01:22', 2)
    expect(await alerts()).toMatchObject([{ kind: 'silent', user_id: first(site).userId }])
    await turnAt('06:30')
    expect(await alerts()).toMatchObject([{ kind: 'silent', ended_at: null }])
  })

  it('continue over the night and the weekend until they are heard', async () => {
    const { workers, hear, alerts } = await siteOf(2)
    await hear('17:00', workers)
    await turnAt('17:16')
    await turnAt('80:00')
    await hear('80:01', workers.slice(1))
    await turnAt('80:01')
    // The gateway is heard again, so what is left of its line is the site's.
    expect(await alerts()).toMatchObject([
      { kind: 'gatewaySilent', ending: 'recovered' },
      { kind: 'siteSilent', reason: { userIds: ids(workers.slice(0, 1)) }, ended_at: null },
    ])
  })

  it('are not those who are gone, withdrew consent or handed the tag back; where only such are left the line ends', async () => {
    const { workers, hear, alerts } = await siteOf(8)
    const [gone, without, back] = ids(workers)
    await hear('13:00', workers)
    await update(gone ?? 0, { deleted_at: tokyo('13:01') })
    await update(without ?? 0, { consent_withdrawn_at: tokyo('13:01') })
    await handBack(back ?? 0, '13:01')
    await hear('13:20', workers.slice(5))
    await turnAt('13:20')
    const stayed = workers.slice(3, 5)
    expect(await alerts()).toMatchObject([{ kind: 'siteSilent', reason: { userIds: ids(stayed) } }])
    await update(stayed[0]?.userId ?? 0, { consent_withdrawn_at: tokyo('13:21') })
    await handBack(stayed[1]?.userId ?? 0, '13:21')
    await turnAt('13:21')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('13:21'), ending: 'lost' }])
  })

  it('are none where a tag was dead since before opening, or never heard', async () => {
    const { workers, hear, alerts } = await siteOf(3, '-6:00')
    await hear('-4:-10', workers.slice(0, 1))
    await hear('12:00', workers.slice(2))
    await turns('06:00', 60)
    await hear('12:00', workers.slice(2))
    await turnAt('12:00')
    expect(await alerts()).toEqual([])
  })
})

describe('a line of the person’s own', () => {
  it('opens after a heart level within the hour once their own episode is over, and ends with their next reading', async () => {
    const site = await siteOf(3)
    const { workers, hear, alerts } = site
    await alarm(site, '13')
    for (const minute of ['05', '08', '11', '14', '17', '20']) await hear(`13:${minute}`, workers)
    await hear('13:36', workers.slice(1))
    await turns('13:36', 1)
    const line = { kind: 'silent', user_id: first(site).userId, reason: { kind: 'silent', minutes: 16 }, location_name: '西側足場' }
    expect(await alerts()).toMatchObject([{ ...line, ended_at: null }])
    await hear('14:50', workers.slice(1))
    await turnAt('14:50')
    expect(await alerts()).toMatchObject([{ ...line, ended_at: null }])
    await hear('14:51', workers)
    await turnAt('14:51:30')
    expect(await alerts()).toMatchObject([{ ...line, ended_at: tokyo('14:51:30'), ending: 'recovered' }])
  })

  it('does not open while they have another open episode, and the site’s line names them except in an emergency', async () => {
    const site = await siteOf(4)
    const { workers, hear, open, alerts } = site
    const [, breathless, called] = workers
    if (breathless === undefined || called === undefined) throw new Error('nobody')
    await alarm(site, '13')
    await hear('13:03', workers.slice(1))
    await open('noHeartRate', breathless, tokyo('13:01'))
    await open('emergency', called, tokyo('13:01'))
    await hear('13:20', workers.slice(3))
    await turnAt('13:20')
    expect(await alerts()).toMatchObject([{ kind: 'siteSilent', reason: { userIds: [breathless.userId] } }])
    expect(await alerts()).toHaveLength(1)
  })

  it('is not taken from them by a battery that is low or a belt', async () => {
    const { workers, hear, open, alerts } = await siteOf(3)
    const [weak, hooked] = workers
    if (weak === undefined || hooked === undefined) throw new Error('nobody')
    await hear('13:00', workers)
    await open('battery', weak, tokyo('12:00'))
    await open('belt', hooked, tokyo('12:00'))
    await hear('13:20', workers.slice(2))
    await turnAt('13:20')
    expect(await alerts()).toMatchObject([{ kind: 'siteSilent', reason: { userIds: [weak.userId, hooked.userId] } }])
  })
})

describe('a gateway', () => {
  it('that dies with ten workers is one line that names them, whichever of them was heard last, and ends when it is heard', async () => {
    const { gateway, workers, hear, hearGateway, alerts, events } = await siteOf(10)
    for (const [second, worker] of workers.entries()) await hear(`13:00:${second * 6}`, [worker])
    await turns('13:14', 6)
    const line = { kind: 'gatewaySilent', user_id: null, device_id: gateway.device_id, location_name: '西側足場' }
    expect(await alerts()).toMatchObject([{ ...line, reason: { limit: 10, names: names(workers), userIds: ids(workers) } }])
    await hear('13:30', workers)
    await turns('13:30', 2)
    expect(await alerts()).toMatchObject([{ ...line, ended_at: tokyo('13:30'), ending: 'recovered' }])
    expect(await events()).toEqual(['opened', 'ended'])
    await hearGateway('13:33')
    await turnAt('13:46')
    expect(await alerts()).toHaveLength(1)
  })

  it('that was taken out of use is silent no longer; its people are the site’s', async () => {
    const { gateway, workers, hear, alerts } = await siteOf(3)
    await hear('13:00', workers)
    await turnAt('13:20')
    await made.context.db.updateTable('device').set({ installation_status: 9 }).where('device.device_id', '=', gateway.device_id).execute()
    await turnAt('13:20:30')
    expect(await alerts()).toMatchObject([
      { kind: 'gatewaySilent', ended_at: tokyo('13:20:30'), ending: 'lost' },
      { kind: 'siteSilent', reason: { limit: 3 } },
    ])
  })
})

describe('a watcher or reference barometer', () => {
  const siteWith = async (kind: 'heat' | 'barometer', clock = '06:00') => {
    const site = await siteOf(1, clock)
    const device = await makeDevice(made.context.db, kind, site.office.office_id, { location_name: '屋上' })
    const values = kind === 'heat' ? { wbgt: 24 } : { pressure: 1013.25 }
    const measure = (at: string) => site.measure(at, { kind, device: device.serial, ...values })
    return { ...site, device, measure }
  }

  it.each([
    ['heat', '暑さ指数計', '暑さ'],
    ['barometer', '気圧基準器', '高さ'],
  ] as const)('that falls silent while the site works has a line of its own, until it is heard: %s', async (kind, name, lost) => {
    const { office, device, measure, alerts, events } = await siteWith(kind)
    await measure('13:00')
    await turns('13:14', 1)
    expect(await alerts()).toEqual([])
    await turns('13:15:01', 2)
    const line = { kind: 'deviceSilent', user_id: null, device_id: device.device_id, location_name: '屋上' }
    expect(await alerts()).toMatchObject([{ ...line, level: null, ended_at: null }])
    const headers = await made.as(await makeUser(made.context.db, 'HeadquartersAdmin', office))
    const { body } = await made.ask('GET', '/api/HealthCondition/Alert', { headers })
    const reason = `${name} ${device.serial} の受信がなく、${lost}を測れていません`
    expect(body).toMatchObject({ count: 1, data: [{ kind: 'deviceSilent', reason }] })
    await measure('14:00')
    await turnAt('14:00')
    expect(await alerts()).toMatchObject([{ ...line, ended_at: tokyo('14:00'), ending: 'recovered' }])
    expect(await events()).toEqual(['opened', 'ended'])
  })

  it('that is set to a longer interval is given that time', async () => {
    const { office, device, measure, alerts } = await siteWith('barometer')
    const { company_id } = office
    await made.context.db
      .insertInto('barometer_setting')
      .values({ company_id, device_id: device.device_id, interval_minutes: 10 })
      .execute()
    await measure('13:00')
    await turnAt('13:25')
    expect(await alerts()).toEqual([])
    await turnAt('13:25:30')
    expect(await alerts()).toMatchObject([{ kind: 'deviceSilent' }])
  })

  it('is not missed at night: the line ends with the working hours, and begins again the next morning', async () => {
    const { measure, alerts } = await siteWith('heat')
    await measure('19:30')
    await turnAt('19:50')
    expect(await alerts()).toMatchObject([{ ended_at: null }])
    await turnAt('20:00')
    expect(await alerts()).toMatchObject([{ ended_at: tokyo('20:00'), ending: 'lost' }])
    await turnAt('29:59')
    expect(await alerts()).toHaveLength(1)
    await turnAt('30:00')
    expect(await alerts()).toMatchObject([{ ending: 'lost' }, { ended_at: null }])
  })

  it('that somebody closes stays closed until it is heard again, and one that was taken down is missed by nobody', async () => {
    const { device, measure, alerts } = await siteWith('heat')
    await measure('13:00')
    await turnAt('13:20')
    await closeAt('13:21', (await alerts())[0]?.alert_id)
    await turnAt('13:40')
    expect(await alerts()).toMatchObject([{ kind: 'deviceSilent', handling: 'closed', ended_at: tokyo('13:21') }])
    await measure('13:45')
    await turnAt('14:05')
    expect(await alerts()).toMatchObject([{ handling: 'closed' }, { handling: 'open', ended_at: null }])
    await made.context.db.updateTable('device').set({ installation_status: 9 }).where('device.device_id', '=', device.device_id).execute()
    await turnAt('14:06')
    expect(await alerts()).toMatchObject([{ handling: 'closed' }, { ending: 'lost' }])
  })
})

describe('home time', () => {
  it('of 20 of 40 people is one line, which closing ends and does not bring back', async () => {
    const { workers, hear, alerts, events } = await siteOf(40)
    await hear('17:00', workers)
    const stay = workers.slice(20)
    for (const minute of ['10', '20', '30', '40', '50']) {
      await hear(`17:${minute}`, stay)
      await turnAt(`17:${minute}`)
    }
    const [line] = await alerts()
    expect(await alerts()).toMatchObject([{ kind: 'siteSilent', reason: { limit: 20 } }])
    await closeAt('17:51', line?.alert_id)
    for (const clock of ['17:55', '18:00', '18:06', '18:10', '18:20', '19:00', '20:30']) {
      await hear(clock, stay)
      await turnAt(clock)
    }
    const closed = { handling: 'closed', outcome: 'sentHome', ended_at: tokyo('17:51'), ending: 'closed' }
    expect(await alerts()).toMatchObject([closed])
    expect(await events()).toEqual(['opened', 'closed'])

    // Anyone who is heard again is watched again.
    await hear('30:30', workers)
    await hear('30:50', workers.slice(1))
    await turnAt('30:50')
    expect(await alerts()).toMatchObject([closed, { kind: 'siteSilent', reason: { limit: 1, userIds: ids(workers.slice(0, 1)) } }])
  })

  it('raises nothing after work, not even where the last minute straddles the hour', async () => {
    const { workers, hear, alerts } = await siteOf(10)
    for (const [second, worker] of workers.entries()) await hear(`19:44:${30 + second * 6}`, [worker])
    await turns('19:58', 20)
    await turnAt('30:30')
    expect(await alerts()).toEqual([])
  })
})

describe('a line that a person closes', () => {
  it('of the site is followed by one of those alone who fall silent later', async () => {
    const { workers, hear, alerts } = await siteOf(4)
    await hear('13:00', workers)
    await hear('13:20', workers.slice(1))
    await turnAt('13:20')
    await closeAt('13:21', (await alerts())[0]?.alert_id)
    await hear('13:40', workers.slice(2))
    await turnAt('13:40')
    expect(await alerts()).toMatchObject([{ handling: 'closed' }, { reason: { userIds: ids(workers.slice(1, 2)) }, ended_at: null }])
  })

  it('of a gateway quiets it and those it names, until it is heard', async () => {
    const { workers, hear, alerts } = await siteOf(3)
    await hear('13:00', workers)
    await turnAt('13:20')
    await closeAt('13:21', (await alerts())[0]?.alert_id)
    await turnAt('13:40')
    await turnAt('16:00')
    expect(await alerts()).toMatchObject([{ kind: 'gatewaySilent', handling: 'closed', ended_at: tokyo('13:21'), ending: 'closed' }])
    await hear('16:01', workers)
    await turnAt('16:20')
    expect(await alerts()).toMatchObject([{ handling: 'closed' }, { kind: 'gatewaySilent', ended_at: null }])
  })

  it('of a person, or their condition once the data has stopped, is followed by none', async () => {
    const site = await siteOf(2)
    const { workers, hear, alerts } = site
    await alarm(site, '13')
    await hear('13:20', workers.slice(1))
    await turnAt('13:20')
    const condition = await made.context.db
      .selectFrom('alert')
      .select('alert.alert_id')
      .where('alert.user_id', '=', first(site).userId)
      .where('alert.kind', '=', 'condition')
      .executeTakeFirstOrThrow()
    await closeAt('13:21', condition.alert_id)
    for (const clock of ['13:30', '13:40', '14:00']) {
      await hear(clock, workers.slice(1))
      await turnAt(clock)
    }
    expect(await alerts()).toEqual([])
  })

  it('of a battery quiets nobody', async () => {
    const { workers, hear, open, alerts } = await siteOf(2)
    const [weak] = workers
    if (weak === undefined) throw new Error('nobody')
    await hear('13:00', workers)
    const battery = await open('battery', weak, tokyo('12:00'))
    await hear('13:20', workers.slice(1))
    await closeAt('13:20', battery.alert_id)
    await turnAt('13:20:30')
    expect(await alerts()).toMatchObject([{ kind: 'siteSilent', reason: { userIds: [weak.userId] } }])
  })

  it('of a condition while the data comes leaves the person watched', async () => {
    const site = await siteOf(2)
    const { workers, hear, alerts } = site
    await alarm(site, '13')
    const [condition] = await made.context.db
      .selectFrom('alert')
      .select('alert.alert_id')
      .where('alert.user_id', '=', first(site).userId)
      .execute()
    await closeAt('13:04', condition?.alert_id)
    await hear('13:20', workers.slice(1))
    await turnAt('13:20')
    expect(await alerts()).toMatchObject([{ kind: 'silent', user_id: first(site).userId }])
  })
})

describe('two processes', () => {
  const quiet = async () => {
    const site = await siteOf(3)
    await site.hear('13:00', site.workers)
    await site.hear('13:20', site.workers.slice(1))
    return site
  }

  it('that run the job open one line', async () => {
    const { alerts, events } = await quiet()
    const other = connectDatabase({ url: made.url, log: pino({ level: 'silent' }) })
    const often = { ...aliveJob, everySeconds: 0.005 }
    const both = [startRecurring(made.context, often), startRecurring({ ...made.context, pool: other.pool, db: other.db }, often)]
    await new Promise((resolve) => setTimeout(resolve, 300))
    await Promise.all(both.map(({ stop }) => stop()))
    await other.close()
    expect(await alerts()).toHaveLength(1)
    expect(await events()).toEqual(['opened'])
  })

  it('open one even side by side', async () => {
    const { alerts, events } = await quiet()
    // Under names of their own none of them sees another's lock.
    await Promise.all(['one', 'two', 'three'].map((name) => takeTurn(made.context, { ...aliveJob, name })))
    expect(await alerts()).toHaveLength(1)
    expect(await events()).toEqual(['opened'])
  })
})
