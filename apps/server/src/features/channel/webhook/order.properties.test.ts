import type { SavedChannel, WebhookBody } from '@mimamori/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { type Received, startReceiver } from '../../../shared/channels/test-receiver.ts'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'
import { recordEvents } from '../../alerts/episodes/record-events.ts'
import { channelJob } from '../channel-job.ts'

const receiver = await startReceiver()
afterAll(() => receiver.close())
const product = await startTestApp({ config: testConfig({ channelHosts: [receiver.host] }) })
const { context, time } = product
const { db } = context
const { people, office } = await makeTenants(db)
const steps = ['opened', 'raised', 'acknowledged', 'ended', 'closed'] as const
const alerts = 3

const alertOf = ({ body }: Received) => ((JSON.parse(body) as WebhookBody).data as { alertId: number }).alertId
const idOf = ({ headers }: Received) => String(headers['webhook-id'])

/** What happens, event by event: whose alert, and how often in a row the receiver fails to take it. */
const history = fc.array(fc.record({ alert: fc.integer({ min: 0, max: alerts - 1 }), failures: fc.integer({ min: 0, max: 3 }) }), {
  minLength: 1,
  maxLength: 9,
})

test(
  'whatever fails and however often, each event is taken once, and those of one alert in their order',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        await sql`truncate notification_channel, channel_delivery, alert cascade`.execute(db)
        receiver.received.length = 0
        const draft = { officeId: office.office_id, type: 'webhook', name: '順番', url: receiver.url, level: 1 }
        const { secret } = (await product.askAs(people.contract, 'POST', '/api/NotificationChannel', draft)).body as SavedChannel
        expect(secret).toMatch(/^whsec_/)
        const kinds = ['condition', 'siteHeat', 'emergency'] as const
        const own = await Promise.all(
          kinds.map((kind) =>
            makeAlert(db, people.worker, time.now, { kind, level: 3, peak_level: 3, ...(kind === 'siteHeat' && { user_id: null }) }),
          ),
        )
        for (const [n, { alert }] of events.entries()) {
          const { alert_id: alertId, office_id: officeId, company_id: companyId } = own[alert] ?? expect.fail('no such alert')
          await db
            .transaction()
            .execute((trx) =>
              recordEvents(trx, [{ companyId, alertId, officeId, at: time.now, event: steps[n % steps.length] ?? 'raised' }]),
            )
        }
        const rows = await db.selectFrom('channel_delivery').select(['webhook_id', 'alert_id']).orderBy('delivery_id').execute()
        expect(rows).toHaveLength(events.length)
        const left = new Map(rows.map(({ webhook_id: id }, n) => [id, events[n]?.failures ?? 0]))
        const taken: Received[] = []
        receiver.state.reply = (request) => {
          const failures = left.get(idOf(request)) ?? 0
          left.set(idOf(request), failures - 1)
          if (failures <= 0) taken.push(request)
          return { status: failures > 0 ? 500 : 200 }
        }
        for (let turns = 0; turns < 60 && taken.length < events.length; turns += 1) {
          await takeTurn(context, channelJob)
          time.now = new Date(time.now.getTime() + 40 * 60_000)
        }
        expect(taken).toHaveLength(rows.length)
        expect(new Set(taken.map(idOf))).toEqual(new Set(rows.map(({ webhook_id: id }) => id)))
        for (const { alert_id: alertId } of own) {
          const queued = rows.filter((row) => row.alert_id === alertId).map(({ webhook_id: id }) => id)
          expect(taken.filter((request) => alertOf(request) === alertId).map(idOf)).toEqual(queued)
          // Nothing of it was even tried before the earlier was taken.
          const tried = receiver.received.filter((request) => alertOf(request) === alertId).map(idOf)
          expect([...new Set(tried)]).toEqual(queued)
          expect(tried).toEqual(tried.toSorted((one, other) => queued.indexOf(one) - queued.indexOf(other)))
        }
      }),
      { numRuns: 8 },
    )
  },
)
