import { logbook } from '@mimamori/contract'
import { recordedDownload } from '../../../shared/audit/recorded-download.ts'
import type { Context } from '../../../platform/context.ts'
import { japanDay, japanDayBefore } from '../../../platform/japan-time.ts'
import { defaultLimit } from '../../../platform/database/list-page.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { parseSpan } from './parse-span.ts'
import { openBook } from './book.ts'
import { sendBook } from './download.ts'
import { answered } from './line.ts'
import { findSite } from './site.ts'
import { findChoices } from './watcher-choices.ts'

/** The WBGT logbook (暑さ指数記録簿): on screen, and as a file. */
export const logbookRoutes = (context: Context): Route[] => [
  route(logbook.read, 'logbook', async ({ query, actor }) => {
    const span = parseSpan(query.from, query.to, context.clock())
    const site = await findSite(context.db, actor, query.officeId)
    const book = await openBook(context, site, { ...query, span })
    const lines = await book.page(query.offset, query.limit ?? defaultLimit)
    return { data: lines.map(answered), count: book.count }
  }),

  route(logbook.watchers, 'logbook', async ({ query, actor }) => {
    const now = context.clock()
    const { to = japanDay(now), from = japanDayBefore(new Date(`${to}T00:00:00+09:00`), 30) } = query
    const span = parseSpan(from, to, now)
    const data = await findChoices(context.db, await findSite(context.db, actor, query.officeId), span)
    return { data, count: data.length }
  }),

  route(logbook.download, 'logbook', ({ query, ...call }) => {
    const download = recordedDownload(context, call, { resource: 'logbook', filter: query, officeId: query.officeId })
    return sendBook(context, call.actor, query, download)
  }),
]
