import { type BodyOf, heatWatcher } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createDevice, removeDevice, updateDevice } from './change.ts'
import { findDevice, findDevices } from './find.ts'
import { heatWatchers } from './heat-watcher.ts'

type Body = BodyOf<typeof heatWatcher.create> | BodyOf<typeof heatWatcher.update>
const draftOf = <Given extends Body>({ serialNumber: serial, ...rest }: Given) => ({ ...rest, serial, word: 'heat' as const, type: 1 })

/** The heat-index watchers. */
export const heatWatcherRoutes = (context: Context): Route[] => [
  route(heatWatcher.list, 'heatWatcher', ({ query, actor }) => findDevices(context.db, actor, heatWatchers, query, context.clock())),
  route(heatWatcher.one, 'heatWatcher', ({ params, query, actor }) =>
    findDevice(context.db, actor, heatWatchers, { serial: params.id, ...query }, context.clock()),
  ),
  route(heatWatcher.create, 'heatWatcher', ({ body, ...requester }) => createDevice(context, requester, heatWatchers, draftOf(body))),
  route(heatWatcher.update, 'heatWatcher', ({ body, ...requester }) => updateDevice(context, requester, heatWatchers, draftOf(body))),
  route(heatWatcher.remove, 'heatWatcher', async ({ params, query, ...requester }) => {
    await removeDevice(context, requester, heatWatchers, { serial: params.id, ...query })
    return {}
  }),
]
