import type { ExportedMinute, ExportEnd } from '@mimamori/contract'
import { giveVital, makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { summaryJob } from '../../shared/monitoring/summaries/summary-job.ts'
import { makeDevice, makeIngestKey } from '../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { startTestApp } from '../../test-app.ts'

type Someone = { readonly user_id: number }

/** A reading as a gateway sends it. */
export type Sent = { readonly kind: 'vital' | 'heat'; readonly device: string; readonly at: string; readonly [value: string]: unknown }

/** The lines of an NDJSON export and what its end says; undefined where it has no end. */
export const linesOf = (text: string): { rows: ExportedMinute[]; end: ExportEnd | undefined } => {
  const lines = text.split('\n').filter((line) => line !== '')
  const last = lines.at(-1)
  const isWhole = last?.startsWith('{"complete":true') === true
  return {
    rows: (isWhole ? lines.slice(0, -1) : lines).map((line) => JSON.parse(line) as ExportedMinute),
    end: isWhole ? (JSON.parse(last) as ExportEnd) : undefined,
  }
}

/** The product with two companies, whose devices speak through the front door. */
export const startExportSite = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const tenants = await makeTenants(db)
  const { office, people } = tenants
  await db.updateTable('app_user').set({ worker_code: 'W-2' }).where('user_id', '=', people.worker.user_id).execute()
  await db.updateTable('app_user').set({ worker_code: 'W-1' }).where('user_id', '=', people.neighbour.user_id).execute()
  const { bearer } = await makeIngestKey(db, office.office_id)
  const watcher = await makeDevice(db, 'heat', office.office_id)
  const tags = { worker: await giveVital(db, people.worker), neighbour: await giveVital(db, people.neighbour) }

  const send = async (readings: readonly Sent[]) => {
    const { status, body } = await product.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })
    if (status !== 200 || (body as { accepted: number }).accepted !== readings.length) throw new Error(JSON.stringify(body))
  }
  const vital = (who: keyof typeof tags, at: string, values: object = { heartRate: 90 }): Sent => ({
    kind: 'vital',
    device: tags[who].serial,
    at,
    ...values,
  })
  const askExport = (user: Someone, query: string) =>
    product.askAs(user, 'GET', `/api/export/readings?officeId=${office.office_id}&${query}`)

  return {
    ...product,
    db,
    tenants,
    send,
    vital,
    heat: (at: string, wbgt: number): Sent => ({ kind: 'heat', device: watcher.serial, at, wbgt }),
    keepSummaries: () => takeTurn(product.context, summaryJob),
    askExport,
    read: async (query: string, user: Someone = people.base) => linesOf((await askExport(user, query)).body as string),
  }
}

/** An instant in Japan's time, worked out without the product. */
export const japan = (epochMs: number): string => `${new Date(epochMs + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`
