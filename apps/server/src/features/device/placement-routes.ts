import { barometer, type BodyOf, gateway, heatWatcher, type MapPlacement, siteMap } from '@mimamori/contract'
import type { DeviceWord } from '../../shared/organisation/find-serial.ts'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { barometers } from './barometer.ts'
import { gateways } from './gateway.ts'
import { heatWatchers } from './heat-watcher.ts'
import { placeDevices } from './position.ts'

// The answer of the calls for one kind says nothing.
const nothing = async () => ({})

/** Of the items that do not say their own, the site and the map of the whole placement. */
const itemsOf = ({ officeId, mapId }: BodyOf<typeof siteMap.setDevices>, items: readonly MapPlacement[]): MapPlacement[] =>
  items.map((item) => ({ ...item, officeId: item.officeId ?? officeId, mapId: item.mapId === undefined ? mapId : item.mapId }))

/** Devices on maps: those of one kind, or all of a map at once. */
export const placementRoutes = (context: Context): Route[] => [
  route(heatWatcher.place, 'heatWatcher', ({ body, ...requester }) =>
    placeDevices(context, requester, [{ kind: heatWatchers, placements: body }], nothing),
  ),
  route(gateway.place, 'gateway', ({ body, ...requester }) =>
    placeDevices(context, requester, [{ kind: gateways, placements: body }], nothing),
  ),
  route(barometer.place, 'barometer', ({ body, ...requester }) =>
    placeDevices(context, requester, [{ kind: barometers, placements: body }], nothing),
  ),
  route(siteMap.setDevices, 'siteMap', ({ body, ...requester }) => {
    const lists = [
      { kind: gateways, placements: itemsOf(body, body.listGatewayDto) },
      { kind: heatWatchers, placements: itemsOf(body, body.listSismilDto) },
      { kind: barometers, placements: itemsOf(body, body.listReferenceDto) },
    ]
    return placeDevices(context, requester, lists, async (db, saved) => {
      const now = context.clock()
      const of = (word: DeviceWord) => saved.filter(({ kind }) => kind === word)
      return {
        listGateways: await gateways.read(db, of('gateway'), now),
        listHeatIndexWatchers: await heatWatchers.read(db, of('heat'), now),
        listReference: await barometers.read(db, of('barometer'), now),
      }
    })
  }),
]
