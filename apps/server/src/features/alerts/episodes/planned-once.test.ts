import { afterAll, beforeAll, expect, it } from 'vitest'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { createCrew } from '../../../test-crew.ts'
import { EpisodeLog } from './episode-log.ts'
import { followJudge } from './follow-judge.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

// After five runs a plan for all values may take the place of one for each.
const runs = 8

it('episodes open alike however often a connection has opened some, also after a batch that was taken back', async () => {
  const { db, pool, office } = { ...crew.context, office: crew.office }
  const { company_id: companyId, office_id: officeId } = office
  const client = await pool.connect()
  try {
    const opened: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const { user_id: userId } = await makeUser(db, 'User', office)
      const log = new EpisodeLog()
      const values = { level: 3, heartRate: 170, excess: null, wbgt: null, heatDeviceId: null, gatewayId: null, reason: null }
      const subject = { kind: 'condition', companyId, officeId, userId, deviceId: null } as const
      log.watch(subject, { open: false, level: null }, true, { at: crew.at(run).getTime(), ...values }, undefined)
      const isTakenBack = run === 0
      await client.query('begin')
      await followJudge(onClient(client), log.segments)
      await client.query(isTakenBack ? 'rollback' : 'commit')
      if (!isTakenBack) opened.push(userId)
    }
    const { rows } = await client.query<{ user_id: number; event: string; due: string }>(
      `select a.user_id, e.event, n.event as due
         from alert a
         join alert_event e on e.company_id = a.company_id and e.alert_id = a.alert_id
         join alert_due n on n.company_id = a.company_id and n.alert_id = a.alert_id
        where a.company_id = $1 order by a.user_id`,
      [companyId],
    )
    expect(rows).toEqual(opened.map((userId) => ({ user_id: userId, event: 'opened', due: 'opened' })))
    const { rows: planned } = await client.query<{ name: string }>('select p.name from pg_prepared_statements p order by p.name')
    expect(planned.map(({ name }) => name)).toEqual(expect.arrayContaining(['announce', 'note-due', 'open-alerts', 'write-history']))
  } finally {
    client.release()
  }
})
