import { posterLink, siteReport } from '@mimamori/contract'
import { findOfficeLinks } from '../../shared/access-keys/office-links.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { sendPoster } from './poster.ts'
import { readReceipt, readSiteOfPoster, takeReport } from './report.ts'
import { createPosterLink, renewPosterLink, revokePosterLink } from './links.ts'

/** The links behind a site's posters, the posters themselves, and the reports that are sent by them. */
export const siteReportRoutes = (context: Context): Route[] => [
  route(posterLink.list, 'posterLink', async ({ params, actor }) => {
    const data = await findOfficeLinks(context.db, await lockOfficeShared(context.db, actor, params.id), 'poster')
    return { data, count: data.length }
  }),

  route(posterLink.create, 'posterLink', ({ params, body, ...requester }) => createPosterLink(context, requester, params.id, body)),

  route(posterLink.renew, 'posterLink', ({ params, ...requester }) => renewPosterLink(context, requester, params.id, params.linkId)),

  route(posterLink.revoke, 'posterLink', async ({ params, ...requester }) => {
    await revokePosterLink(context, requester, params.id, params.linkId)
    return {}
  }),

  route(posterLink.paper, 'posterLink', ({ params, query, ...call }) => sendPoster(context, call, params.id, query.languages)),

  route(siteReport.site, 'siteReport', ({ link }) => readSiteOfPoster(context, link)),

  route(siteReport.send, 'siteReport', async ({ link, body, request }) => {
    const key = request.headers['idempotency-key']
    return { receipt: await takeReport(context, link, body, typeof key === 'string' && key !== '' ? key : undefined) }
  }),

  route(siteReport.receipt, 'siteReport', ({ link, params }) => readReceipt(context, link, params.receipt)),
]
