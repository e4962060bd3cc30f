import { labels, namedPlace } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { savePlace } from './save.ts'
import { findPlaces } from './store.ts'

/** The places of a site that have a name. */
export const namedPlaceRoutes = (context: Context): Route[] => [
  route(namedPlace.list, 'namedPlace', ({ query, actor }) => findPlaces(context.db, actor, query)),

  route(namedPlace.save, 'namedPlace', ({ query, body, ...requester }) => {
    const officeId = body.officeId ?? query.officeId ?? requester.actor.officeId
    if (officeId === null) throw badRequest(`${labels.namedPlace.officeId}：この項目は必須です。`)
    return savePlace(context, requester, { ...body, officeId })
  }),
]
