import { type AnswerOf, emergencyKinds, issueText, siteMap } from '@mimamori/contract'
import { type RecordBulkRead, recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { findEmergencies, findSpot } from './emergencies.ts'
import { toMapRow } from './map-row.ts'
import { readMarks } from './marks.ts'
import { findSeenMap, peopleIn, type ReadDevices, readMap } from './read-map.ts'
import { saveMaps } from './save.ts'
import { findListVersion, findMaps, type MapFilter, peopleOf } from './store.ts'
import { readTrail } from './trail.ts'

type MapQuery = Parameters<typeof findMaps>[2]

/** The list with its version, which is an office's: the one asked for, else the actor's own; 0 where that is none. */
const listMaps = async (
  context: Context,
  requester: Requester,
  record: RecordBulkRead,
  mapQuery: MapQuery & MapFilter,
): Promise<AnswerOf<typeof siteMap.list>> => {
  const { db, clock } = context
  const { actor } = requester
  const now = clock()
  const officeId = mapQuery.officeId ?? actor.officeId
  const [{ data, count }, version] = await Promise.all([
    findMaps(context, actor, mapQuery, now),
    officeId === null ? undefined : findListVersion(db, actor, officeId),
  ])
  const marks = await readMarks(db, peopleOf(actor, mapQuery.groupId), data, now)
  const marked = data.flatMap((map) => peopleIn(marks.get(map.id) ?? [], map))
  await record(requester, { officeId: mapQuery.officeId, groupId: mapQuery.groupId }, marked)
  return { data: data.map((map) => ({ ...toMapRow(map), listMarks: marks.get(map.id) ?? [] })), count, version: version ?? 0 }
}

/** Maps: the list, one with everything on it, and the saving of a site's whole list. */
export const siteMapRoutes = (context: Context, readDevices: ReadDevices): Route[] => {
  const record = recordBulkReads(context, 'mapPeople')
  const recordAlerts = recordBulkReads(context, 'alertList')
  return [
    route(siteMap.list, 'siteMap', ({ query, ...requester }) => listMaps(context, requester, record, query)),

    route(siteMap.trail, 'siteMap', ({ params, ...requester }) => readTrail(context, requester, params.userId)),

    route(siteMap.one, 'siteMap', async ({ params, query, ...requester }) => {
      const { id } = params
      const { groupId } = query
      const { map, people } = await readMap(context, requester.actor, { id, groupId }, readDevices)
      await record(requester, { officeId: map.officeId, groupId }, people)
      return map
    }),

    route(siteMap.emergencies, 'siteMap', async ({ params, query, ...requester }) => {
      const { actor } = requester
      const { kind, serialNumber } = query
      const [lacking] =
        kind === undefined && serialNumber !== undefined ? ['kind'] : kind !== undefined && !serialNumber ? ['serialNumber'] : []
      if (lacking !== undefined)
        throw badRequest(issueText('siteMap', { code: 'too_small', origin: 'string', minimum: 1, path: [lacking], message: '' }))
      const now = context.clock()
      const map = await findSeenMap(context, actor, params.id, now)
      const { company_id: companyId, office_id: officeId, id: mapId } = map
      const key = { companyId, officeId, mapId }
      const found = await findEmergencies(context.db, actor, key, await findSpot(context.db, actor, key, query, now), query, now)
      await recordAlerts(requester, { officeId, groupId: query.groupId, kind: [...emergencyKinds] }, peopleIn(found.data, map))
      return found
    }),

    route(siteMap.save, 'siteMap', async ({ params, query, body, ...requester }) => {
      await saveMaps(context, requester, params.officeId, { rows: body.data, versions: [query.version, body.version] })
      return listMaps(context, requester, record, { officeId: params.officeId, offset: 0 })
    }),
  ]
}
