import { gateCheck, morningCheck, morningCheckLink } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createOfficeLink, findOfficeLinks, revokeOfficeLink } from '../../shared/access-keys/office-links.ts'
import { recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import { answerCheck, followUpCheck } from './answer.ts'
import { readCheckDay } from './day.ts'
import { answerAtGate, readCardHolder, readGate, type UnknownCards } from './gate.ts'
import { readOwnCheck } from './own.ts'

const kind = 'morningCheck'

/** The tablet at the gate, by its link. */
const gateRoutes = (context: Context): Route[] => {
  const unknown: UnknownCards = new Map()
  return [
    route(gateCheck.site, 'morningCheck', ({ link }) => readGate(context, link)),
    route(gateCheck.person, 'morningCheck', ({ link, body }) => readCardHolder(context, unknown, link, body.card)),
    route(gateCheck.answer, 'morningCheck', async ({ link, body, address }) => {
      await answerAtGate(context, unknown, link, address, body)
      return {}
    }),
  ]
}

/** The links of such tablets. */
const linkRoutes = ({ db, clock }: Context): Route[] => [
  route(morningCheckLink.list, 'wallboardLink', async ({ params, actor }) => {
    const data = await findOfficeLinks(db, await lockOfficeShared(db, actor, params.id), kind)
    return { data, count: data.length }
  }),
  route(morningCheckLink.create, 'wallboardLink', ({ params, body, ...requester }) =>
    db.transaction().execute((trx) => createOfficeLink(trx, { kind, officeId: params.id, requester, at: clock() }, body)),
  ),
  route(morningCheckLink.revoke, 'wallboardLink', async ({ params, ...requester }) => {
    const change = { kind, officeId: params.id, requester, at: clock() } as const
    await db.transaction().execute((trx) => revokeOfficeLink(trx, change, params.linkId))
    return {}
  }),
]

/** The check before work (朝礼チェック): answers, what is done about them, and the tablet at the gate. */
export const morningCheckRoutes = (context: Context): Route[] => {
  const recordReads = recordBulkReads(context, 'morningCheck')
  return [
    route(morningCheck.day, 'morningCheck', ({ query, ...requester }) => readCheckDay(context, requester, query, recordReads)),
    route(morningCheck.own, 'morningCheck', ({ actor }) => readOwnCheck(context, actor)),
    route(morningCheck.answer, 'morningCheck', ({ body, ...requester }) => answerCheck(context, requester, body)),
    route(morningCheck.followUp, 'morningCheck', ({ body, ...requester }) => followUpCheck(context, requester, body)),
    ...gateRoutes(context),
    ...linkRoutes(context),
  ]
}
