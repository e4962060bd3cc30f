import type { LogbookLine } from '@mimamori/contract'
import { summaryJob } from '../../../shared/monitoring/summaries/summary-job.ts'
import { makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeIngestKey } from '../../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { startTestApp } from '../../../test-app.ts'

export type Sent = {
  readonly at: string
  readonly wbgt?: number
  readonly temperature?: number
  readonly humidity?: number
  readonly globe?: number
}

type Someone = { readonly user_id: number }

/** The product with two companies, whose watchers speak through the front door. */
export const startBookSite = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const tenants = await makeTenants(db)

  /** Readings of a watcher, as its gateway sends them. */
  const send = async (officeId: number, device: string, readings: readonly Sent[]) => {
    const { bearer } = await makeIngestKey(db, officeId)
    for (let from = 0; from < readings.length; from += 5_000) {
      const batch = readings.slice(from, from + 5_000).map((reading) => ({ kind: 'heat', device, ...reading }))
      const answer = await product.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings: batch } })
      if (answer.status !== 200 || (answer.body as { accepted: number }).accepted !== batch.length)
        throw new Error(JSON.stringify(answer.body))
    }
  }

  const askBook = async (user: Someone, query: string) =>
    product.ask('GET', `/api/Report/Logbook${query}`, { headers: await product.as(user) })

  return {
    ...product,
    db,
    tenants,
    send,
    makeWatcher: (serial: string, officeId = tenants.office.office_id, place = '現場北') =>
      makeDevice(db, 'heat', officeId, { serial, location_name: place }),
    keepSummaries: () => takeTurn(product.context, summaryJob),
    askBook,
    read: async (user: Someone, query: string) => (await askBook(user, query)).body as { data: LogbookLine[]; count: number },
  }
}

/** Minutes from one instant to another, the last left out, as ISO in Japan's time. */
export const minutesBetween = (from: string, to: string, step = 1): string[] => {
  const [first, end] = [Date.parse(`${from}:00+09:00`), Date.parse(`${to}:00+09:00`)]
  return Array.from({ length: Math.ceil((end - first) / 60_000 / step) }, (_, index) => japan(first + index * step * 60_000))
}

/** An instant in Japan's time, worked out without the product. */
export const japan = (epochMs: number): string => `${new Date(epochMs + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`
