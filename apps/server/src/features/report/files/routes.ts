import { report } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import { recordedDownload } from '../../../shared/audit/recorded-download.ts'
import type { Requester } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { sendReport } from './download.ts'
import { zipSender } from './send-zip.ts'

/** Reports as files. */
export const reportFileRoutes = (context: Context): Route[] => {
  const ofReport = (call: Requester & { reply: FastifyReply }, body: { officeId: readonly number[] }) =>
    recordedDownload(context, call, { resource: 'report', filter: body, officeId: body.officeId })
  const sendZip = zipSender(context)
  return [
    route(report.download, 'report', ({ body, ...call }) => sendReport(context, call.actor, body, ofReport(call, body))),
    route(report.zip, 'report', ({ body, ...call }) => sendZip(call.actor, body, ofReport(call, body))),
  ]
}
