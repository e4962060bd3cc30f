import { type AnswerOf, issueText, siteMap } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { badRequest } from '../platform/errors.ts'
import { type Actor, type Route, route } from '../platform/http/route.ts'
import { findEmergencies } from './emergencies.ts'
import { toMapRow } from './map-row.ts'
import { readMarks } from './marks.ts'
import { findSeenMap, type ReadDevices, readMap } from './read-map.ts'
import { saveMaps } from './save.ts'
import { findListVersion, findMaps, type MapFilter, peopleOf } from './store.ts'
import { readTrail } from './trail.ts'

type Asked = Parameters<typeof findMaps>[2]

/** The list with its version, which is an office's: the one asked for, else the actor's own; 0 where that is none. */
const listMaps = async (context: Context, actor: Actor, asked: Asked & MapFilter): Promise<AnswerOf<typeof siteMap.list>> => {
  const { db, clock } = context
  const now = clock()
  const officeId = asked.officeId ?? actor.officeId
  const [{ data, count }, version] = await Promise.all([
    findMaps(context, actor, asked, now),
    officeId === null ? undefined : findListVersion(db, actor, officeId),
  ])
  const marks = await readMarks(db, peopleOf(actor, asked.groupId), data, now)
  return { data: data.map((map) => ({ ...toMapRow(map), listMarks: marks.get(map.id) ?? [] })), count, version: version ?? 0 }
}

/** Maps: the list, one with everything on it, and the saving of a site's whole list. */
export const siteMapRoutes = (context: Context, readDevices: ReadDevices): Route[] => [
  route(siteMap.list, 'siteMap', ({ query, actor }) => listMaps(context, actor, query)),

  route(siteMap.trail, 'siteMap', ({ params, ...requester }) => readTrail(context, requester, params.userId)),

  route(siteMap.one, 'siteMap', ({ params, query, actor }) =>
    readMap(context, actor, { id: params.id, groupId: query.groupId }, readDevices),
  ),

  route(siteMap.emergencies, 'siteMap', async ({ params, query, actor }) => {
    const { kind, serialNumber } = query
    const [lacking] =
      kind === undefined && serialNumber !== undefined ? ['kind'] : kind !== undefined && !serialNumber ? ['serialNumber'] : []
    if (lacking !== undefined)
      throw badRequest(issueText('siteMap', { code: 'too_small', origin: 'string', minimum: 1, path: [lacking], message: '' }))
    const now = context.clock()
    const map = await findSeenMap(context, actor, params.id, query.groupId, now)
    return findEmergencies(context.db, actor, { companyId: map.company_id, officeId: map.office_id, mapId: map.id }, query, now)
  }),

  route(siteMap.save, 'siteMap', async ({ params, query, body, ...requester }) => {
    await saveMaps(context, requester, params.officeId, { rows: body.data, versions: [query.version, body.version] })
    return listMaps(context, requester.actor, { officeId: params.officeId, offset: 0 })
  }),
]
