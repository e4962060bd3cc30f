import { group } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { toJapanIso } from '../platform/japan-time.ts'
import { japanese, listOrder } from '../platform/list-order.ts'
import { type Route, route } from '../platform/route.ts'
import { candidateSortings, findCandidates } from './candidates.ts'
import { createGroup, removeGroup, updateGroup } from './change.ts'
import { findGroup, findGroups, findStatus, groupSortings } from './store.ts'
import { sendTestMail } from './send-test-mail.ts'

const steadyGroups = sql`o.office_id, ${groupSortings.groupCode}, g.group_id`
const steadyPeople = sql`${japanese('u.furigana')}, u.user_id`
const candidatesAtOnce = 20

/** The groups and who may be in them, and what administrators do to them. */
export const groupRoutes = (context: Context): Route[] => [
  route(group.list, 'group', ({ query, actor }) =>
    findGroups(context.db, actor, query, { ...query, order: listOrder('group', groupSortings, query, steadyGroups) }),
  ),

  route(group.candidates, 'group', ({ query, actor }) => {
    const order = listOrder('group', candidateSortings, query, steadyPeople)
    return findCandidates(context.db, actor, query, { offset: query.offset, limit: query.limit ?? candidatesAtOnce, order })
  }),

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
