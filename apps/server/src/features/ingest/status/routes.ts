import { ingestStatus, message } from '@mimamori/contract'
import { recordedDownload } from '../../../shared/audit/recorded-download.ts'
import { findSite } from '../../../shared/organisation/request-site.ts'
import type { Context } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import { sendCsv } from '../../../platform/exchange/csv-out.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { refusalFileColumns } from './csv-columns.ts'
import { readStatus } from './read-status.ts'
import { findRefusals } from './refusals.ts'
import { findSenders, namesOf } from './senders.ts'
import { tryReading } from './try-reading.ts'
import type { IsRegistrable } from './unknown-devices.ts'
import { muteField } from './unread-fields.ts'

/** How receiving goes at a site (受信の状況). */
export const ingestStatusRoutes = (context: Context, isRegistrable: IsRegistrable): Route[] => {
  return [
    route(ingestStatus.read, 'ingestStatus', async ({ query, actor }) =>
      readStatus(context.db, await findSite(context.db, actor, query.officeId), isRegistrable, context.clock()),
    ),
    route(ingestStatus.download, 'ingestStatus', async ({ query, ...call }) => {
      const site = await findSite(context.db, call.actor, query.officeId)
      const refusals = await findRefusals(context.db, site, namesOf(await findSenders(context.db, site)))
      if (refusals.length === 0) throw badRequest(message('E005'))
      const rows = (async function* () {
        yield refusals
      })()
      const { officeId } = site
      await sendCsv(
        recordedDownload(context, call, { resource: 'ingestStatus', filter: query, officeId }),
        '断った測定値.csv',
        refusalFileColumns,
        rows,
      )
    }),
    route(ingestStatus.trial, 'ingestStatus', ({ body, actor }) => tryReading(context, actor, body)),
    route(ingestStatus.muteField, 'ingestStatus', ({ body, ...requester }) => muteField(context, requester, body)),
  ]
}
