import { beforeEach, describe, expect, it } from 'vitest'
import { makeAlert } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { sendNextScheduled } from './schedule-job.ts'
import { startScheduleSite } from './test-schedules.ts'

const site = await startScheduleSite()
beforeEach(() => site.clear())

const sentMails = async () => (await site.mails()).map(({ recipients, subject }) => [(recipients as { to: string[] }).to.join(), subject])

describe('a daily report', () => {
  it('goes out once at its time, of the day before', async () => {
    const { people, office } = site.tenants
    await site.add(people.base, site.draft())
    for (const [clock, mails] of [
      ['2026-07-20 23:00', 0],
      ['2026-07-21 06:59', 0],
      ['2026-07-21 07:00', 1],
      ['2026-07-21 07:01', 1],
      ['2026-07-21 23:59', 1],
      ['2026-07-22 07:00', 2],
    ] as const) {
      site.setClock(clock)
      await site.turn()
      expect([clock, (await site.mails()).length]).toEqual([clock, mails])
    }
    expect(await sentMails()).toEqual([
      ['gate@example.com', `【熱中症対策】${office.name} 2026年7月20日（月）のまとめ`],
      ['gate@example.com', `【熱中症対策】${office.name} 2026年7月21日（火）のまとめ`],
    ])
    expect((await site.list(people.base)).data).toMatchObject([
      { lastOn: '2026-07-22', nextAt: '2026-07-23T07:00:00+09:00', problem: null },
    ])
  })

  it('is not sent for a turn that lies before it was made, switched on or given this time', async () => {
    const { people } = site.tenants
    site.setClock('2026-07-20 13:00')
    await site.add(people.base, site.draft())
    await site.add(people.base, site.draft({ time: '23:00' }))
    const off = await site.add(people.base, site.draft({ enabled: false, addresses: 'off@example.com' }))
    await site.turn()
    expect(await site.mails()).toEqual([])
    site.setClock('2026-07-22 09:00')
    await site.save(people.base, { ...site.draft({ addresses: 'off@example.com' }), id: off.id }, 'PUT')
    await site.turn()
    // The two that were on are made up once each.
    expect(await site.mails()).toHaveLength(2)
  })

  it('is made up within a day where the server was down, once, and the latest one alone', async () => {
    const { people } = site.tenants
    await site.add(people.base, site.draft())
    site.setClock('2026-07-25 06:30')
    expect((await site.list(people.base)).data[0]?.nextAt).toBe('2026-07-24T07:00:00+09:00')
    await site.turn()
    expect((await sentMails()).map(([, subject]) => subject?.slice(-12))).toEqual(['7月23日（木）のまとめ'])
    site.setClock('2026-07-25 07:00')
    await site.turn()
    expect(await site.mails()).toHaveLength(2)
  })
})

describe('a monthly report', () => {
  it('goes out on the first, of the month before, or within a day of it', async () => {
    const { people, office } = site.tenants
    await site.add(people.base, site.draft({ kind: 'monthly', time: '06:00' }))
    site.setClock('2026-08-01 05:59')
    await site.turn()
    expect(await site.mails()).toEqual([])
    site.setClock('2026-08-02 05:59')
    await site.turn()
    expect(await sentMails()).toEqual([['gate@example.com', `【熱中症対策】${office.name} 2026年7月のまとめ`]])
    site.setClock('2026-09-02 06:01')
    await site.turn()
    expect(await site.mails()).toHaveLength(1)
    expect((await site.list(people.base)).data[0]?.nextAt).toBe('2026-10-01T06:00:00+09:00')
  })
})

describe('a mail', () => {
  it('says totals to everybody, a name to nobody, and has the link for accounts that see the site now', async () => {
    const { people, office, foreign } = site.tenants
    const outsider = await makeUser(site.db, 'HeadquartersAdmin', foreign)
    await site.setPerson(people.contract, { email: 'contract@example.com' })
    await site.setPerson(people.base, { email: 'base@example.com' })
    await site.setPerson(people.leader, { email: 'leader@example.com' })
    await site.setPerson(outsider, { email: 'far@example.com' })
    const addresses = 'Contract@example.com,base@example.com,leader@example.com,far@example.com,gate@example.com'
    await site.add(people.base, site.draft({ addresses }))
    const day = new Date('2026-07-20T14:00:00+09:00')
    await makeAlert(site.db, people.worker, day, { kind: 'emergency', level: 3, peak_level: 3 })
    await makeAlert(site.db, people.neighbour, day, { level: 2, peak_level: 2, ended_at: day })
    await makeAlert(site.db, people.neighbour, new Date('2026-07-21T00:00:00+09:00'), { level: 2, peak_level: 2 })
    // Somebody who leaves before it is sent is no insider then.
    await site.setPerson(people.contract, { deleted_at: site.time.now })
    site.setClock('2026-07-21 07:00')
    await site.turn()
    const mails = await site.mails()
    const toOf = (mail: (typeof mails)[number]) => (mail.recipients as { to: string[] }).to
    expect(mails.map(toOf)).toEqual([
      ['base@example.com'],
      ['Contract@example.com'],
      ['leader@example.com'],
      ['far@example.com'],
      ['gate@example.com'],
    ])
    for (const [index, { body, office_id, company_id }] of mails.entries()) {
      expect([company_id, office_id]).toEqual([office.company_id, office.office_id])
      // Nobody was measured: what happened to whom is easily guessed outside.
      expect(body.includes('アラート：緊急 1件、警戒 1件')).toBe(index === 0)
      for (const { full_name } of Object.values(people)) expect(body).not.toContain(full_name)
      expect(body.includes('https://')).toBe(index === 0)
    }
    expect(mails[0]?.body).toContain(`https://mimamori.example.jp/report?officeId=${office.office_id}&period=2&date=2026-07-20`)
  })

  it('of a month leads to its summary', async () => {
    const { people, office } = site.tenants
    await site.setPerson(people.base, { email: 'base@example.com' })
    await site.add(people.base, site.draft({ kind: 'monthly', addresses: 'base@example.com' }))
    site.setClock('2026-08-01 07:00')
    await site.turn()
    expect((await site.mails())[0]?.body).toContain(`https://mimamori.example.jp/report/summary?officeId=${office.office_id}&month=2026-07`)
  })

  it('is not sent where the sender may not see the site any more, which is said', async () => {
    const { people, office, sibling } = site.tenants
    await site.add(people.base, site.draft())
    await site.setPerson(people.base, { office_id: sibling.office_id })
    site.setClock('2026-07-21 07:00')
    await site.turn()
    expect(await site.mails()).toEqual([])
    expect((await site.list(people.contract)).data).toMatchObject([
      {
        lastOn: null,
        problem:
          '設定した人がこの拠点を見られなくなったため、送れません。予定を保存し直してください。2026年7月21日（火）に送る分は、送れていません。',
      },
    ])
    await site.setPerson(people.base, { office_id: office.office_id })
    site.setClock('2026-07-21 08:00')
    await site.turn()
    expect(await site.mails()).toHaveLength(1)
    expect((await site.list(people.base)).data).toMatchObject([{ lastOn: '2026-07-21', problem: null }])
  })

  it('that was not sent for a day is shown until a later one is sent', async () => {
    const { people, office, sibling } = site.tenants
    await site.add(people.base, site.draft())
    const problem = async () => (await site.list(people.contract)).data[0]?.problem
    await site.setPerson(people.base, { office_id: sibling.office_id })
    for (const clock of ['2026-07-21 07:00', '2026-07-22 07:00']) {
      site.setClock(clock)
      await site.turn()
    }
    await site.setPerson(people.base, { office_id: office.office_id })
    site.setClock('2026-07-23 06:59')
    expect(await problem()).toBe('2026年7月22日（水）に送る分は、設定した人がこの拠点を見られなかったため、送れていません。')
    await site.save(people.base, { ...site.draft({ time: '06:30' }), id: (await site.list(people.base)).data[0]?.id }, 'PUT')
    await site.turn()
    expect(await site.mails()).toEqual([])
    expect(await problem()).toContain('7月22日（水）に送る分は')
    site.setClock('2026-07-24 06:30')
    await site.turn()
    expect(await site.mails()).toHaveLength(1)
    expect(await problem()).toBeNull()
  })
})

describe('exactly once', () => {
  it('where a process dies between its mails and its note', async () => {
    const { people } = site.tenants
    await site.add(people.base, site.draft())
    site.setClock('2026-07-21 07:00')
    const holder = await site.context.pool.connect()
    await holder.query('begin')
    await holder.query('lock table outbox_mail in access exclusive mode')
    const turn = site.turn().catch((error: Error) => error)
    await site.context.pool.query('select pg_terminate_backend($1)', [await site.blocked()])
    expect(await turn).toBeInstanceOf(Error)
    await holder.query('rollback')
    holder.release()
    expect(await site.mails()).toEqual([])
    await site.turn()
    await site.turn()
    expect(await site.mails()).toHaveLength(1)
  })

  it('where two processes are at it at once, each at another schedule', async () => {
    const { people } = site.tenants
    for (let n = 0; n < 6; n++) await site.add(people.base, site.draft({ addresses: `gate${n}@example.com` }))
    site.setClock('2026-07-21 07:00')
    const all = async () => {
      const client = await site.context.pool.connect()
      try {
        while (await sendNextScheduled(site.context, client, []));
      } finally {
        client.release()
      }
    }
    await Promise.all([all(), all(), all()])
    const addresses = (await sentMails()).map(([to]) => to)
    expect(addresses).toHaveLength(6)
    expect(new Set(addresses)).toEqual(new Set(Array.from({ length: 6 }, (_, n) => `gate${n}@example.com`)))
  })

  it('and one that fails does not stop others', async () => {
    const { people } = site.tenants
    const bad = await site.add(people.base, site.draft({ time: '06:00', addresses: 'bad@example.com' }))
    await site.add(people.base, site.draft())
    site.setClock('2026-07-21 07:00')
    await site.context.pool.query(
      `create function refuse_bad() returns trigger language plpgsql as $$ begin
         if new.recipients::text like '%bad@%' then raise 'no'; end if; return new; end $$;
       create trigger refuse_bad before insert on outbox_mail for each row execute function refuse_bad()`,
    )
    await site.turn()
    expect((await sentMails()).map(([to]) => to)).toEqual(['gate@example.com'])
    const problem = async () => (await site.list(people.base)).data.find(({ id }) => id === bad.id)?.problem
    expect(await problem()).toBe('2026年7月21日（火）に送る分は、システムの不具合のため、送れていません。')
    await site.context.pool.query('drop trigger refuse_bad on outbox_mail')
    await site.turn()
    expect((await sentMails()).map(([to]) => to)).toEqual(['gate@example.com', 'bad@example.com'])
    expect((await site.list(people.base)).data.find(({ id }) => id === bad.id)?.lastOn).toBe('2026-07-21')
    expect(await problem()).toBeNull()
  })
})
