import { finished, Readable } from 'node:stream'
import { dayMs } from '@mimamori/contract/day'
import type { ExportedMinute, QueryOf, readingExport } from '@mimamori/contract'
import type { FastifyRequest } from 'fastify'
import { findSite } from '../../shared/organisation/find-site.ts'
import { oldestPartition } from '../../shared/monitoring/summaries/oldest-partition.ts'
import type { Context } from '../../platform/context.ts'
import type { Download } from '../../platform/exchange/download.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { endWhenStuck } from '../../platform/http/end-when-stuck.ts'
import { seesHealth } from '../../platform/http/read-key.ts'
import type { Actor } from '../../platform/http/route.ts'
import { admission } from '../../platform/traffic/admission-policy.ts'
import { limitedPlaces } from '../../platform/traffic/limited-places.ts'
import { whileWaitedFor } from '../../platform/traffic/while-waited-for.ts'
import { exportMinutes } from './export-minutes.ts'
import { type ExportSpan, exportSpan } from './export-span.ts'
import { csvPieces, ndjsonPieces } from './written-pieces.ts'

type Query = QueryOf<typeof readingExport.read>

const types = { ndjson: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** The time in Japan as names of files can have it: 20260720T0000. */
const timeInName = (instant: Date): string => toJapanIso(instant).slice(0, 16).replaceAll(/[-:]/g, '')

/** What may be asked for, as far as it is over. Readings older than the retention are gone, or will be at any moment. */
const spanOf = async ({ config, pool }: Context, query: Query, now: Date): Promise<ExportSpan> => {
  const oldest = await oldestPartition(pool)
  return exportSpan(query, now, Math.min(oldest, now.getTime() - config.retentionDays * dayMs))
}

/** The same batches; how many rows were taken is noted with the use of a read key. */
async function* counted(batches: AsyncIterable<readonly ExportedMinute[]>, request: FastifyRequest) {
  request.rowsRead = 0
  for await (const batch of batches) {
    request.rowsRead += batch.length
    yield batch
  }
}

/**
 * Makes a way to answer with the minutes of a site, written as they are read. That they were taken is on the log before the first byte:
 * what breaks off was taken as well.
 * @throws Refusal, when called, 404 for a site that the actor may not see, 400 for times that cannot be, 429 where one is being sent to
 *   them already; all of them before the first byte
 */
export const exportSender = (context: Context) => {
  const takePlace = limitedPlaces(admission.exports)
  return (actor: Actor, query: Query, { reply, record }: Download): Promise<void> =>
    whileWaitedFor(reply, async (leaving) => {
      const site = await findSite(context.db, actor, query.officeId)
      const span = await spanOf(context, query, context.clock())
      // The number of a read key is one within its company.
      const leavePlace = takePlace(`${actor.companyId}/${actor.userId}`)
      const fileName = `readings-${site.officeId}-${timeInName(span.from)}.${query.format}`
      await record({ fileName }).catch((error: unknown) => {
        leavePlace()
        throw error
      })
      const minutes = counted(exportMinutes(context.db, site, span, seesHealth(actor)), reply.request)
      const file = Readable.from(query.format === 'csv' ? csvPieces(minutes) : ndjsonPieces(minutes, span))
      finished(file, { writable: false }, (error) => {
        leavePlace()
        if (error && !leaving.aborted) reply.log.error({ err: error }, 'an export of readings broke off')
      })
      leaving.addEventListener('abort', () => file.destroy())
      if (leaving.aborted) file.destroy()
      endWhenStuck(reply.raw, admission.exports.stuckMs)
      void reply
        .type(types[query.format])
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('cache-control', 'no-store')
        .send(file)
    })
}
