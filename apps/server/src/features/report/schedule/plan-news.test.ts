import { beforeEach, describe, expect, it } from 'vitest'
import { storeAnnouncements, storeFiles } from '../../../shared/monitoring/public-alerts/test-alerts.ts'
import { startPlanMails } from './test-plan-mails.ts'

const site = await startPlanMails()
const { db } = site
const gate = { addresses: 'gate@example.com' }
beforeEach(() => site.reset())

const turnAt = async (clock: string) => {
  site.setClock(clock)
  await site.turn()
  return (await site.mails()).length
}
const issued = async (at: string) => {
  const forecast_issued_at = new Date(`${at}:00+09:00`)
  await db
    .insertInto('public_station_fetch')
    .values({ station: site.station, observed_requested_at: forecast_issued_at, forecast_issued_at })
    .onConflict((row) => row.column('station').doUpdateSet({ forecast_issued_at }))
    .execute()
}
const alertLine = async () => /警戒アラート：(.*)/.exec((await site.mails())[0]?.body ?? '')?.[1]

describe('what the ministry announces at the time of a mail', () => {
  it('is waited for, a minute at a time, which is no problem', async () => {
    await site.add(gate)
    await storeFiles(db, 'read', '2026-07-21T14:00')
    await db.deleteFrom('public_alert').execute()
    expect(await turnAt('2026-07-21 17:00')).toBe(0)
    expect((await site.list(site.admin)).data[0]?.problem).toBeNull()
    expect((await site.plan('2026-07-22')).mails[0]?.state).toBe('planned')
    await storeFiles(db, 'missing', '2026-07-21T17:00')
    expect(await turnAt('2026-07-21 17:01')).toBe(0)
    await storeAnnouncements(db, { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00' })
    await storeFiles(db, 'read', '2026-07-21T17:00')
    expect(await turnAt('2026-07-21 17:02')).toBe(1)
    expect(await alertLine()).toContain('熱中症警戒アラート 発表中')
  })

  it('is waited for where it is the forecast too', async () => {
    await site.add({ ...gate, kind: 'planToday', time: '05:30' })
    await storeFiles(db, 'read', '2026-07-22T05:00')
    await issued('2026-07-21T17:00')
    expect(await turnAt('2026-07-22 05:30')).toBe(0)
    await issued('2026-07-22T05:00')
    expect(await turnAt('2026-07-22 05:31')).toBe(1)
  })

  it('is not waited for longer than half an hour, nor where nothing is awaited', async () => {
    await site.add(gate)
    await storeFiles(db, 'read', '2026-07-21T14:00')
    expect(await turnAt('2026-07-21 17:29')).toBe(0)
    expect(await turnAt('2026-07-21 17:30')).toBe(1)
    await site.reset()
    await site.add(gate)
    await storeFiles(db, 'missing', '2026-07-21T10:00', '2026-07-21T14:00')
    await issued('2026-07-19T17:00')
    expect(await turnAt('2026-07-21 17:00')).toBe(1)
  })
})

describe('that nothing was announced', () => {
  it('is said once the newest file was read, or where none comes out of season, and else that it is not known', async () => {
    const lineWith = async (state: 'read' | 'missing' | null, before: 'read' | 'missing') => {
      await site.reset()
      await db.deleteFrom('public_alert').execute()
      await site.add(gate)
      await storeFiles(db, before, '2026-07-21T14:00')
      if (state !== null) await storeFiles(db, state, '2026-07-21T17:00')
      await turnAt('2026-07-21 17:30')
      return [await alertLine(), (await site.plan('2026-07-22')).publicAlert.isConfirmed]
    }
    expect(await lineWith('read', 'read')).toEqual(['発表はありません', true])
    expect(await lineWith('missing', 'missing')).toEqual(['発表はありません', true])
    expect(await lineWith('missing', 'read')).toEqual(['発表を確かめられていません', false])
    expect(await lineWith(null, 'missing')).toEqual(['発表を確かめられていません', false])
  })
})
