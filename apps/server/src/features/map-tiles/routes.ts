import { mapTiles } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { route, type Route } from '../../platform/http/route.ts'

/** The tiles of the world map, as this server is configured; browsers load them by themselves. */
export const mapTilesRoutes = ({ config }: Context): Route[] => [
  route(mapTiles.get, 'siteMap', async () => ({ url: config.tileUrl ?? null, attribution: config.tileAttribution })),
]
