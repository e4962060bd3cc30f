import type { Context } from '../../platform/context.ts'
import type { Imports } from '../../platform/exchange/imports.ts'
import type { Route } from '../../platform/http/route.ts'
import { barometerRoutes } from './barometer-routes.ts'
import { deviceExchangeRoutes } from './exchange-routes.ts'
import { gatewayRoutes } from './gateway-routes.ts'
import { heatWatcherRoutes } from './heat-watcher-routes.ts'
import { kbnRoutes } from './kbn-routes.ts'
import { placementRoutes } from './placement-routes.ts'
import { unregisteredRoutes } from './unregistered.ts'
import { wornDeviceRoutes } from './worn-device-routes.ts'

/** Everything at an office that sends: what people wear, heat watchers, gateways, reference barometers. */
export const deviceRoutes = (context: Context, imports: Imports): Route[] => [
  ...wornDeviceRoutes(context),
  ...heatWatcherRoutes(context),
  ...gatewayRoutes(context),
  ...barometerRoutes(context),
  ...placementRoutes(context),
  ...unregisteredRoutes(context),
  ...deviceExchangeRoutes(context, imports),
  ...kbnRoutes,
]
