import { companyDay, message, wear, workerCard } from '@mimamori/contract'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { sendCsv } from '../../platform/exchange/csv-out.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { allowPin, reissueCard, showCard } from './cards.ts'
import { readCompanyDay } from './company-day.ts'
import { wearFileColumns } from './csv-columns.ts'
import { readDay } from './day.ts'
import { handOut } from './hand-out.ts'
import { findHistory, historyBatches } from './history.ts'
import { sendLabels } from './labels.ts'
import { siteIdOf } from '../../shared/organisation/request-site.ts'
import { takeBack } from './take-back.ts'
import { undoHandOut } from './undo.ts'

/** Handing devices out and taking them back (貸出・返却). */
export const wearRoutes = (context: Context): Route[] => [
  route(wear.day, 'wear', ({ query, actor }) => readDay(context.db, actor, query, context.clock())),
  route(companyDay.read, 'companyDay', ({ query, actor }) => readCompanyDay(context.db, actor, query.companyId, context.clock())),
  route(wear.handOut, 'wear', ({ body, ...requester }) => handOut(context, requester, body)),
  route(wear.takeBack, 'wear', ({ body, ...requester }) => takeBack(context, requester, body)),
  route(wear.undo, 'wear', ({ params, body, ...requester }) => undoHandOut(context, requester, params.id, body)),
  route(wear.history, 'wear', ({ query, actor }) => findHistory(context.db, actor, query, context.clock())),
  route(wear.download, 'wear', async ({ query, ...call }) => {
    const officeId = siteIdOf(call.actor, query.officeId)
    const batches = await historyBatches(context.db, call.actor, query, context.clock())
    const first = await batches.next()
    if (first.done === true) throw badRequest(message('E005'))
    const all = (async function* () {
      yield first.value
      yield* batches
    })()
    await sendCsv(recordedDownload(context, call, { resource: 'wear', filter: query, officeId }), '着用の記録.csv', wearFileColumns, all)
  }),
  route(wear.labels, 'wear', ({ query, ...call }) => sendLabels(context, call, query)),
  route(workerCard.allowPin, 'workerCard', ({ body, ...requester }) => allowPin(context, requester, body)),
  route(workerCard.show, 'workerCard', ({ body, ...requester }) => showCard(context, requester, body)),
  route(workerCard.reissue, 'workerCard', ({ body, ...requester }) => reissueCard(context, requester, body.userId)),
]
