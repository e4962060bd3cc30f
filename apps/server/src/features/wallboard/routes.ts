import { wallboard, wallboardLink } from '@mimamori/contract'
import { findOfficeLinks } from '../../shared/access-keys/office-links.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readBoard, readSite } from './board.ts'
import { createLink, revokeLink } from './links.ts'
import { officeFor } from './readers.ts'
import type { OpenBoards } from './start-boards.ts'

/** The board of an office for its screen, and the links that show it without anybody signed in. */
export const wallboardRoutes = (context: Context, boards: OpenBoards): Route[] => [
  route(wallboard.read, 'wallboardLink', async ({ params, reader }) => {
    const office = await officeFor(context.db, reader, params.officeId)
    return readBoard(context, office, await readSite(context, office))
  }),

  route(wallboard.live, 'wallboardLink', (call) => boards.attach(call)),

  route(wallboardLink.list, 'wallboardLink', async ({ params, actor }) => {
    const data = await findOfficeLinks(context.db, await lockOfficeShared(context.db, actor, params.id), 'wallboard')
    return { data, count: data.length }
  }),

  route(wallboardLink.create, 'wallboardLink', ({ params, body, ...requester }) => createLink(context, requester, params.id, body)),

  route(wallboardLink.revoke, 'wallboardLink', async ({ params, ...requester }) => {
    await revokeLink(context, requester, params.id, params.linkId)
    return {}
  }),
]
