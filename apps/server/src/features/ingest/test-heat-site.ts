import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { findSender } from '../../shared/access-keys/ingest-key.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { createHttp } from '../../platform/http/http.ts'
import { registerRoutes } from '../../platform/http/register-routes.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { createReceiver } from './receive.ts'
import { ingestRoutes } from './routes.ts'

/** The ingestion on a database of its own, and sites whose devices speak to it. Times are minutes before its clock. */
export const createHeatSites = async () => {
  const { context, time, drop } = await createTestContext()
  const { db } = context
  const app: FastifyInstance = await createHttp(context.config, context.log)
  registerRoutes(app, context, ingestRoutes(context, createReceiver(context).receive), findSender)

  const at = (minutes: number) => new Date(time.now.getTime() + minutes * 60_000)

  /** Somebody of 40 with a tag. */
  const worker = async (office: Awaited<ReturnType<typeof makeOffice>>, values: Parameters<typeof makeUser>[3] = {}) => {
    const user = await makeUser(db, 'User', office, { date_of_birth: '1986-01-01', ...values })
    const tag = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, user.user_id, tag.device_id)
    const pulse = (minutes: number) => ({ kind: 'vital', device: tag.serial, at: at(minutes).toISOString(), heartRate: 80 })
    return { user, tag, pulse }
  }

  /** A site with a watcher; `post` takes its readings. */
  const site = async (values: Parameters<typeof makeOffice>[1] = {}) => {
    const office = await makeOffice(db, values)
    const { bearer } = await makeIngestKey(db, office.office_id)
    const watcher = await makeDevice(db, 'heat', office.office_id)
    const send = async (...readings: readonly object[]): Promise<unknown> => {
      const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
      return answer.json()
    }
    const post = async (...readings: readonly object[]) => {
      expect(await send(...readings)).toEqual({ accepted: readings.length, duplicates: 0, rejected: [], warnings: [] })
    }
    const heat = (minutes: number, wbgt: number) => ({ kind: 'heat', device: watcher.serial, at: at(minutes).toISOString(), wbgt })
    const alerts = () =>
      db
        .selectFrom('alert')
        .selectAll()
        .where('office_id', '=', office.office_id)
        .where('kind', '=', 'siteHeat')
        .orderBy('alert_id')
        .execute()
    const events = async () => {
      const rows = await db
        .selectFrom('alert_event')
        .innerJoin('alert', 'alert.alert_id', 'alert_event.alert_id')
        .select('event')
        .where('office_id', '=', office.office_id)
        .orderBy('event_id')
        .execute()
      return rows.map(({ event }) => event)
    }
    return { office, watcher, send, post, heat, alerts, events, worker: (profile = {}) => worker(office, profile) }
  }

  const close = async () => {
    await app.close()
    await drop()
  }
  return { context, time, at, site, close }
}
