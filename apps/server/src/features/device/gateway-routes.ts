import { type BodyOf, gateway } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createDevice, removeDevice, updateDevice } from './change.ts'
import { findDevice, findDevices } from './find.ts'
import { gateways } from './gateway.ts'
import { setLinks, type LinkKind } from './link.ts'
import { heatWatchers } from './heat-watcher.ts'
import { findGatewayRegistrations } from './registrations.ts'
import { gatewayTypesFrom } from './types.ts'

type Body = BodyOf<typeof gateway.create> | BodyOf<typeof gateway.update>
const draftOf = <Given extends Body>({ serialNumber: serial, gatewayType, ...rest }: Given) => ({
  ...rest,
  serial,
  word: 'gateway' as const,
  type: Number(gatewayType),
})

const toWatcher: LinkKind = {
  parent: { ...heatWatchers, field: 'heatIndexWatcherId', labels: 'gateway' },
  child: { word: 'gateway', resource: 'heatWatcher', field: 'gatewayIDs' },
  linkedElsewhere: 'gatewayLinkedElsewhere',
}

/** The gateways, parents and children. */
export const gatewayRoutes = (context: Context): Route[] => [
  route(gateway.list, 'gateway', ({ query, actor }) =>
    findDevices(context.db, actor, gateways, { ...query, types: gatewayTypesFrom(query.gatewayType) }, context.clock()),
  ),
  route(gateway.registration, 'gateway', ({ query, actor }) =>
    findGatewayRegistrations(context.db, actor, { ...query, parentSerial: query.heatIndexWatcherId }),
  ),
  route(gateway.register, 'gateway', async ({ query, body, ...requester }) => {
    const { heatIndexWatcherId: serial, gatewayIDs: serials, officeId } = { ...body, ...query }
    await setLinks(context, requester, toWatcher, { serial, officeId, serials })
    return {}
  }),
  route(gateway.one, 'gateway', ({ params, query, actor }) =>
    findDevice(context.db, actor, gateways, { serial: params.id, type: Number(params.type), ...query }, context.clock()),
  ),
  route(gateway.create, 'gateway', ({ body, ...requester }) => createDevice(context, requester, gateways, draftOf(body))),
  route(gateway.update, 'gateway', ({ body, ...requester }) => updateDevice(context, requester, gateways, draftOf(body))),
  route(gateway.remove, 'gateway', async ({ params, query, ...requester }) => {
    await removeDevice(context, requester, gateways, { serial: params.id, type: Number(params.type), ...query })
    return {}
  }),
]
