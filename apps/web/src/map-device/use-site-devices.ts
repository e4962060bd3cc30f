import { barometer } from '@mimamori/contract/barometer'
import { gateway } from '@mimamori/contract/gateway'
import { heatWatcher } from '@mimamori/contract/heat-watcher'
import { siteMap, type SiteMap } from '@mimamori/contract/site-map'
import { useQuery } from '@tanstack/react-query'
import { geometryOf } from '../map-canvas/map-geometry.ts'
import { allPages } from '../platform/all-pages.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { siteDevices, type SiteDevice } from './site-device.ts'

/** The most rows a page has. */
const limit = 1_000

/** Reads all devices of a map's office that a map can carry. */
export const readSiteDevices = async (map: SiteMap): Promise<SiteDevice[]> => {
  const pageOf = (offset: number) => ({ query: { officeId: map.officeId, offset, limit } })
  const [watchers, gateways, barometers] = await Promise.all([
    allPages((offset) => call(heatWatcher.list, pageOf(offset))),
    allPages((offset) => call(gateway.list, pageOf(offset))),
    allPages((offset) => call(barometer.list, pageOf(offset))),
  ])
  return siteDevices(map.id, geometryOf(map), { watchers, gateways, barometers })
}

/** A map and the devices of its office, as they are when the screen opens: what others do meanwhile shows when it is saved. */
export const useSiteDevices = (id: number) => {
  const map = useQuery({ ...queryOf(siteMap.one, { params: { id } }), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const devices = useQuery({
    queryKey: [siteMap.setDevices.path, id],
    queryFn: () => (map.data === undefined ? Promise.resolve([]) : readSiteDevices(map.data)),
    enabled: map.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return { map, devices }
}
