import { endOfWork } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { endWork } from './end-work.ts'

/** 作業終了 for a person, a group or a site. */
export const endOfWorkRoutes = (context: Context): Route[] => [
  route(endOfWork.end, 'endOfWork', ({ body, ...requester }) => endWork(context, requester, body)),
]
