import { outboxMail } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { japanDayRange } from '../../platform/japan-time.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { findMails } from './list.ts'
import { resendMail } from './resend.ts'

/** The outbox: what was sent, what waits, and what was refused. */
export const outboxMailRoutes = (context: Context): Route[] => [
  route(outboxMail.list, 'outboxMail', async ({ query, actor }) => {
    const { from, to } = query
    const filter = {
      ...query,
      from: from === undefined ? undefined : japanDayRange(from).from,
      to: to === undefined ? undefined : japanDayRange(to).to,
    }
    return { ...(await findMails(context.db, actor, filter, query)), hasServer: context.config.smtpUrl !== undefined }
  }),

  route(outboxMail.resend, 'outboxMail', ({ params, ...requester }) => resendMail(context, requester, params.id)),
]
