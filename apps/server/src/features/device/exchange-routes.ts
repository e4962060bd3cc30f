import { barometer, device, gateway, heatWatcher, type QueryOf } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { Imports } from '../../platform/exchange/imports.ts'
import { importUpload } from '../../platform/exchange/import-upload.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { barometers } from './barometer.ts'
import { sendDevices, sendDeviceTemplate } from './download.ts'
import { gateways } from './gateway.ts'
import { heatWatchers } from './heat-watcher.ts'
import { deviceImport } from './import.ts'
import type { DeviceKind } from './kind.ts'
import { deviceTypesFrom, gatewayTypesFrom } from './types.ts'
import { wornDevices } from './worn-device.ts'

/** The devices' files, in and out. */
export const deviceExchangeRoutes = (context: Context, imports: Imports): Route[] => {
  const send = (
    kind: Pick<DeviceKind, 'resource' | 'words' | 'sortKeys'>,
    query: QueryOf<typeof heatWatcher.download>,
    call: Requester & { reply: FastifyReply },
    types?: readonly number[],
  ) =>
    sendDevices(
      context,
      call.actor,
      kind,
      { ...query, types },
      recordedDownload(context, call, { resource: kind.resource, filter: query, officeId: query.officeId }),
    )
  return [
    route(device.download, 'device', async ({ query, ...call }) => send(wornDevices, query, call, deviceTypesFrom(query.deviceType))),
    route(device.template, 'device', async ({ reply }) => sendDeviceTemplate(wornDevices, reply)),
    route(device.import, 'device', ({ params, ...requester }) =>
      importUpload(imports, requester, () => deviceImport(context, requester, wornDevices, params.officeId)),
    ),

    route(heatWatcher.download, 'heatWatcher', async ({ query, ...call }) => send(heatWatchers, query, call)),
    route(heatWatcher.template, 'heatWatcher', async ({ reply }) => sendDeviceTemplate(heatWatchers, reply)),
    route(heatWatcher.import, 'heatWatcher', ({ params, ...requester }) =>
      importUpload(imports, requester, () => deviceImport(context, requester, heatWatchers, params.officeId)),
    ),

    route(gateway.download, 'gateway', async ({ query, ...call }) => send(gateways, query, call, gatewayTypesFrom(query.gatewayType))),
    route(gateway.template, 'gateway', async ({ reply }) => sendDeviceTemplate(gateways, reply)),
    route(gateway.import, 'gateway', ({ params, ...requester }) =>
      importUpload(imports, requester, () => deviceImport(context, requester, gateways, params.officeId)),
    ),

    route(barometer.download, 'barometer', async ({ query, ...call }) => send(barometers, query, call)),
    route(barometer.template, 'barometer', async ({ reply }) => sendDeviceTemplate(barometers, reply)),
    route(barometer.import, 'barometer', ({ params, ...requester }) =>
      importUpload(imports, requester, () => deviceImport(context, requester, barometers, params.officeId)),
    ),
  ]
}
