import { silenceKinds } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import type { TestTime } from '../../../platform/test-context.ts'
import { makeAlert } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'

/** What of the whole product a site needs: `ask` goes through its front door. */
type TestApp = {
  readonly context: Context
  readonly time: TestTime
  readonly ask: (method: 'POST', url: string, options: { headers: Record<string, string>; payload: object }) => Promise<{ body: unknown }>
}
type Wearer = { readonly userId: number; readonly fullName: string; readonly serial: string }

/** An instant of a summer's day in Japan, `HH:MM` or `HH:MM:SS`; hours past 24 are of the next day. */
export const tokyo = (time: string): Date => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return new Date(Date.parse('2026-07-20T00:00:00+09:00') + ((hours * 60 + minutes) * 60 + seconds) * 1_000)
}

/** A site with a gateway and so many people of 40, each with a vital tag, whose readings come in by the front door; the first of them in a group. */
export const makeSite = async ({ context, time, ask }: TestApp, people: number, inGroup = 0) => {
  const { db } = context
  const office = await makeOffice(db)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const gateway = await makeDevice(db, 'gateway', office.office_id, { location_name: '西側足場' })
  const group = { ...office, group_id: (await makeGroup(db, { office_id: office.office_id })).group_id }
  const workers: Wearer[] = []
  for (let n = 0; n < people; n++) {
    const { user_id, full_name } = await makeUser(db, 'User', n < inGroup ? group : office, {
      date_of_birth: '1986-01-01',
      furigana: `ミマモリ　${String(n).padStart(3, '0')}`,
    })
    const tag = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, user_id, tag.device_id)
    workers.push({ userId: user_id, fullName: full_name, serial: tag.serial })
  }

  const send = async (at: Date, readings: readonly object[]) => {
    if (time.now < at) time.now = at
    const { body } = await ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })
    const { rejected } = body as { rejected: unknown[] }
    if (rejected.length > 0) throw new Error(JSON.stringify(rejected))
  }
  return {
    office,
    group,
    gateway,
    workers,
    /** These workers' tags are heard, over the gateway. */
    hear: (clock: string, heard: readonly Wearer[], heartRate = 90) =>
      send(
        tokyo(clock),
        heard.map(({ serial }) => ({
          kind: 'vital',
          device: serial,
          at: tokyo(clock).toISOString(),
          heartRate,
          interval: 1,
          gateway: gateway.serial,
        })),
      ),
    /** An open episode of that kind about a worker. */
    open: (kind: string, { userId }: Wearer, startedAt: Date, values: { handling?: string; ended_at?: Date } = {}) =>
      makeAlert(db, { ...office, user_id: userId, group_id: null, full_name: '見守　太郎' }, startedAt, { kind, ...values }),
    /** The gateway says something of its own. */
    hearGateway: (clock: string) =>
      send(tokyo(clock), [{ kind: 'gateway', device: gateway.serial, at: tokyo(clock).toISOString(), waveLevel: 4 }]),
    /** A watcher or barometer measures something. */
    measure: (clock: string, reading: { kind: 'heat' | 'barometer'; device: string; wbgt?: number; pressure?: number }) =>
      send(tokyo(clock), [{ ...reading, at: tokyo(clock).toISOString() }]),
    alerts: () =>
      db
        .selectFrom('alert')
        .selectAll()
        .where('alert.office_id', '=', office.office_id)
        .where('alert.kind', 'in', silenceKinds)
        .orderBy('alert.alert_id')
        .execute(),
    events: async () => {
      const rows = await db
        .selectFrom('alert_event')
        .innerJoin('alert', (join) =>
          join.onRef('alert.company_id', '=', 'alert_event.company_id').onRef('alert.alert_id', '=', 'alert_event.alert_id'),
        )
        .select('alert_event.event')
        .where('alert.office_id', '=', office.office_id)
        .where('alert.kind', 'in', silenceKinds)
        .orderBy('alert.alert_id')
        .orderBy('alert_event.at')
        .execute()
      return rows.map(({ event }) => event)
    },
  }
}
