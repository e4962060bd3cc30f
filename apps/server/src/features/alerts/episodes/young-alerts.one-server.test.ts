import { afterAll, beforeAll, expect, it } from 'vitest'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { markHours } from '../../../shared/monitoring/summaries/due.ts'
import { createCrew } from '../../../test-crew.ts'
import { retellSiteHeat } from '../site-heat/retell.ts'
import type { EpisodeMoment, EpisodeSubject } from './episode-log.ts'
import { matchOrReopen } from './match-or-reopen.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

const moment: EpisodeMoment = {
  at: 0,
  level: 2,
  reason: null,
  heartRate: 150,
  excess: null,
  wbgt: null,
  heatDeviceId: null,
  gatewayId: null,
}

it('episodes and hours that are due are looked up by their keys, also by plans that are made while there are none', async () => {
  const { company_id: companyId, office_id: officeId } = crew.office
  const subject: EpisodeSubject = { kind: 'condition', companyId, officeId, userId: 1, deviceId: null }
  const client = await crew.context.pool.connect()
  try {
    const db = onClient(client)
    await matchOrReopen(db, companyId, [{ subject, moments: [{ ...moment, shows: false }], end: null }])
    const reason = { kind: 'heat', limit: 1, minutes: 0 }
    await retellSiteHeat(db, [{ companyId, officeId, deviceId: null, reason, excess: null, wbgt: null }])
    await markHours(db, companyId, [{ userId: crew.base.user_id, hour: 0 }])
    const { rows } = await client.query<{ statement: string }>(
      `select p.statement from pg_prepared_statements p where p.name in ('match-alerts', 'open-site-heat', 'lock-due-hours')`,
    )
    expect(rows).toHaveLength(3)
    for (const { statement } of rows) {
      const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${statement}`)
      const lines = plan.map((row) => row['QUERY PLAN'].trim())
      const scans = lines.flatMap((line, index) =>
        /Scan.* on (alert|summary_due)\b/.test(line) ? [`${line} ${lines[index + 1] ?? ''}`] : [],
      )
      expect(scans).not.toEqual([])
      for (const scan of scans) expect(scan).toMatch(/Index Cond: .*\b(user_id|kind|alert_id) = /)
    }
  } finally {
    client.release()
  }
})
