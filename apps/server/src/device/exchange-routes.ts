import { barometer, device, gateway, heatWatcher } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { type Imports, importUpload } from '../platform/exchange/imports.ts'
import { type Route, route } from '../platform/route.ts'
import { barometers } from './barometer.ts'
import { sendDevices, sendDeviceTemplate } from './download.ts'
import { gateways } from './gateway.ts'
import { heatWatchers } from './heat-watcher.ts'
import { deviceImport } from './import.ts'
import { wornDevices } from './worn-device.ts'

/** The devices' files, in and out. */
export const deviceExchangeRoutes = (context: Context, imports: Imports): Route[] => [
  route(device.download, 'device', async ({ query, actor, reply }) => sendDevices(context, actor, wornDevices, query, reply)),
  route(device.template, 'device', async ({ reply }) => sendDeviceTemplate(wornDevices, reply)),
  route(device.import, 'device', ({ params, ...requester }) =>
    importUpload(imports, requester, () => deviceImport(context, requester, wornDevices, params.officeId)),
  ),

  route(heatWatcher.download, 'heatWatcher', async ({ query, actor, reply }) => sendDevices(context, actor, heatWatchers, query, reply)),
  route(heatWatcher.template, 'heatWatcher', async ({ reply }) => sendDeviceTemplate(heatWatchers, reply)),
  route(heatWatcher.import, 'heatWatcher', ({ params, ...requester }) =>
    importUpload(imports, requester, () => deviceImport(context, requester, heatWatchers, params.officeId)),
  ),

  route(gateway.download, 'gateway', async ({ query, actor, reply }) => sendDevices(context, actor, gateways, query, reply)),
  route(gateway.template, 'gateway', async ({ reply }) => sendDeviceTemplate(gateways, reply)),
  route(gateway.import, 'gateway', ({ params, ...requester }) =>
    importUpload(imports, requester, () => deviceImport(context, requester, gateways, params.officeId)),
  ),

  route(barometer.download, 'barometer', async ({ query, actor, reply }) => sendDevices(context, actor, barometers, query, reply)),
  route(barometer.template, 'barometer', async ({ reply }) => sendDeviceTemplate(barometers, reply)),
  route(barometer.import, 'barometer', ({ params, ...requester }) =>
    importUpload(imports, requester, () => deviceImport(context, requester, barometers, params.officeId)),
  ),
]
