import { group } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { findCandidates } from './candidates.ts'
import { createGroup, removeGroup, updateGroup } from './change.ts'
import { findGroup, findGroupNames, findGroupOverviews, findGroups, findStatus } from './store.ts'
import { sendTestMail } from './send-test-mail.ts'

/** The groups and who may be in them, and what administrators do to them. */
export const groupRoutes = (context: Context): Route[] => [
  route(group.list, 'group', ({ query, actor }) => findGroups(context.db, actor, query)),

  route(group.names, 'group', ({ query, actor }) => findGroupNames(context.db, actor, query)),

  route(group.overview, 'group', ({ query, actor }) => findGroupOverviews(context.db, actor, query)),

  route(group.candidates, 'group', ({ query, actor }) => findCandidates(context.db, actor, query)),

  route(group.searchCandidates, 'group', ({ body, actor }) => findCandidates(context.db, actor, body)),

  route(group.testMail, 'group', async ({ params, ...requester }) => {
    await sendTestMail(context, requester, params.address)
    return {}
  }),

  route(group.updateStatus, 'group', async ({ params, actor }) => {
    const status = await findStatus(context.db, actor, params.id)
    if (status === undefined) throw notFound()
    return { ...status, updatedAt: toJapanIso(status.updatedAt) }
  }),

  route(group.one, 'group', async ({ params, actor }) => {
    const found = await findGroup(context.db, actor, params.id)
    if (found === undefined) throw notFound()
    return found
  }),

  route(group.create, 'group', ({ body, ...requester }) => createGroup(context, requester, body)),

  route(group.update, 'group', ({ body, ...requester }) => updateGroup(context, requester, body)),

  route(group.remove, 'group', async ({ params, ...requester }) => {
    await removeGroup(context, requester, params.id)
    return {}
  }),
]
