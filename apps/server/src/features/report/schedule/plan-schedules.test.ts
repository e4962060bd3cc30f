import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PushNotice } from '@mimamori/contract'
import { sheetOf, startPlanMails } from './test-plan-mails.ts'

const site = await startPlanMails()
const { db } = site
beforeEach(() => site.reset())

const toOf = (recipients: unknown) => (recipients as { to: string[] }).to

describe('the plan of tomorrow', () => {
  it('goes out at its time to addresses and roles: the site, each group, and others without names or a link', async () => {
    await site.add({ addresses: 'gate@example.com,chief@example.com', roles: ['HeadquartersAdmin', 'GroupLeader'] })
    site.setClock('2026-07-21 16:59')
    await site.turn()
    expect(await site.mails()).toEqual([])
    site.setClock('2026-07-21 17:00')
    await site.turn()
    await site.turn()
    const mails = await site.mails()
    expect(mails.map(({ recipients }) => toOf(recipients))).toEqual([['chief@example.com'], ['lead@example.com'], ['gate@example.com']])
    const [ofSite, ofGroup, outside] = mails
    expect(ofSite?.subject).toBe(`【あすの計画】${site.office.name} 7月22日（水）　最高31.2℃`)
    for (const text of [
      'WBGT 28℃以上の作業が、10:00ごろに続けて1時間を超える見込みです。',
      '警戒アラート：熱中症警戒アラート 発表中（東京都　環境省・気象庁 21日 17:00 発表）',
      'いちばん暑い時刻：13時 31.2℃',
      'WBGT 28℃以上：9時間',
      '予測のはずれ：まだ比べられる日がありません',
      '作業を止める時刻：足場班 13〜14時、揚重班 13〜14時',
      '足場班：基準値28℃、超える 9時間、1時間に15〜45分休憩、13〜14時は中止',
      `https://mimamori.example.jp/plan?OfficeId=${site.office.office_id}&Date=2026-07-22`,
    ])
      expect(ofSite?.body).toContain(text)
    expect(ofGroup?.body).not.toContain('揚重班')
    expect(outside?.body).toContain('揚重班')
    expect(outside?.body).not.toContain('https://')
    for (const { body } of mails) for (const name of ['今井', '江口']) expect(body).not.toContain(name)
    const [sheet, groupSheet, outsideSheet] = await Promise.all(mails.map(({ file_id: fileId }) => sheetOf(db, fileId)))
    for (const name of ['今井', '江口']) expect(sheet).toContain(name)
    expect(groupSheet).toContain('今井')
    expect(groupSheet).not.toContain('江口')
    for (const name of ['今井', '江口']) expect(outsideSheet).not.toContain(name)
    expect(sheet).toContain('7月22日（水）の暑さと休憩')
  })

  it('is shown on the plan before and after it was sent, with the number of recipients', async () => {
    await site.add({ addresses: 'gate@example.com', roles: ['HeadquartersAdmin'] })
    await site.add({ kind: 'planToday', time: '05:30', addresses: 'gate@example.com' })
    const mailsOf = async () => (await site.plan('2026-07-22')).mails
    expect(await mailsOf()).toEqual([
      { kind: 'evening', at: '2026-07-21T17:00:00+09:00', state: 'planned', recipients: 2 },
      { kind: 'morning', at: '2026-07-22T05:30:00+09:00', state: 'planned', recipients: 1 },
    ])
    site.setClock('2026-07-21 17:00')
    await site.turn()
    expect((await mailsOf()).map(({ kind, state, recipients }) => [kind, state, recipients])).toEqual([
      ['evening', 'sent', 2],
      ['morning', 'planned', 1],
    ])
  })
})

it('a process that dies between files, mails and its note sends nothing, and the next one sends once', async () => {
  await site.add({ addresses: 'gate@example.com', roles: ['GroupLeader'] })
  site.setClock('2026-07-21 17:00')
  const holder = await site.context.pool.connect()
  await holder.query('begin')
  await holder.query('lock table outbox_mail in access exclusive mode')
  const turn = site.turn().catch((error: Error) => error)
  await site.context.pool.query('select pg_terminate_backend($1)', [await site.blocked()])
  expect(await turn).toBeInstanceOf(Error)
  await holder.query('rollback')
  holder.release()
  expect([await site.mails(), await db.selectFrom('outbox_file').select('file_id').execute()]).toEqual([[], []])
  await site.turn()
  await site.turn()
  expect(await site.mails()).toHaveLength(2)
})

describe('the plan of today', () => {
  it('goes out in the morning with the forecast of then, and six hours late at most', async () => {
    await site.add({ kind: 'planToday', time: '05:30', addresses: 'gate@example.com' })
    site.setClock('2026-07-22 05:30')
    await sql`update public_wbgt set wbgt = wbgt + 1 where station = ${site.station}`.execute(db)
    await site.turn()
    expect((await site.mails()).map(({ subject }) => subject)).toEqual([`【きょうの計画】${site.office.name} 7月22日（水）　最高32.2℃`])
    site.setClock('2026-07-23 11:31')
    await site.turn()
    expect(await site.mails()).toHaveLength(1)
  })
})

describe('without a forecast', () => {
  it('nothing is sent, the list says why, and the next turn is tried', async () => {
    const { id } = await site.add({ addresses: 'gate@example.com' })
    await db.updateTable('office').set({ public_wbgt_station: null }).where('office.office_id', '=', site.office.office_id).execute()
    site.setClock('2026-07-21 17:00')
    await site.turn()
    expect(await site.mails()).toEqual([])
    const { data } = await site.list(site.admin)
    expect(data.find((one) => one.id === id)).toMatchObject({
      lastOn: null,
      nextAt: '2026-07-22T17:00:00+09:00',
      problem: '2026年7月21日（火）に送る分は、拠点に公表地点が設定されていないため、送れていません。',
    })
  })

  it('that could not be fetched, it waits ten minutes at a time', async () => {
    await site.add({ addresses: 'gate@example.com' })
    const kept = await db.selectFrom('public_wbgt').selectAll().where('station', '=', site.station).execute()
    await db.deleteFrom('public_wbgt').where('station', '=', site.station).execute()
    site.setClock('2026-07-21 17:00')
    await site.turn()
    const states = async () => (await site.plan('2026-07-22')).mails.map(({ state }) => state)
    expect(await states()).toEqual(['planned'])
    site.setClock('2026-07-21 17:12')
    await site.turn()
    expect(await states()).toEqual(['planned'])
    site.setClock('2026-07-22 05:30')
    expect(await states()).toEqual(['failed'])
    site.setClock('2026-07-21 17:12')
    await db.insertInto('public_wbgt').values(kept).execute()
    site.setClock('2026-07-21 17:21')
    await site.turn()
    expect(await site.mails()).toEqual([])
    expect((await site.list(site.admin)).data[0]?.problem).toContain('公表の予測を受け取れていないため、')
    site.setClock('2026-07-21 17:23')
    await site.turn()
    expect(await site.mails()).toHaveLength(1)
    expect(await states()).toEqual(['sent'])
    expect((await site.list(site.admin)).data[0]).toMatchObject({ lastOn: '2026-07-21', problem: null })
  })
})

describe('a notice', () => {
  it('goes to people of the roles who have notices on, quietly, and one without an address counts too', async () => {
    await site.add({ roles: ['GroupLeader'] })
    await site.subscribe(site.leader)
    site.setClock('2026-07-21 17:00')
    await site.turn()
    const notices = (await db.selectFrom('outbox_push').select('payload').execute()).map(({ payload }) => payload as PushNotice)
    expect(notices).toMatchObject([
      {
        title: `あすの計画　${site.office.name}　7月22日（水）`,
        level: null,
        emergency: false,
        quiet: true,
        tag: `plan-${site.office.office_id}`,
      },
    ])
    expect(notices[0]?.body).toContain('最高 31.2℃（13時）')
    expect(notices[0]?.url).toBe(`/plan?OfficeId=${site.office.office_id}&Date=2026-07-22`)
  })
})

describe('who may be chosen', () => {
  it('are roles of a plan alone, each once a time, or an address at least', async () => {
    const answer = async (values: object) => {
      const { status, body } = await site.save(site.admin, site.draft(values))
      return [status, status === 200 ? (body as { roles: string[] }).roles : body]
    }
    expect(await answer({ addresses: '', roles: [] })).toEqual([400, ['宛先：1件以上入力するか、役割を選んでください。']])
    expect(await answer({ addresses: '', roles: ['grouphead'] })).toEqual([400, expect.anything()])
    expect(await answer({ roles: 'GroupLeader,headquartersadmin' })).toEqual([200, ['HeadquartersAdmin', 'GroupLeader']])
    expect(await answer({ roles: ['GroupLeader'] })).toEqual([
      400,
      ['役割の宛先：職長には、同じ種類・同じ時刻の予定がこの拠点にもうあります。'],
    ])
    expect(await answer({ kind: 'daily', addresses: 'gate@example.com', roles: ['GroupLeader'] })).toEqual([200, []])
  })
})
