import { barometer, type BodyOf } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { barometers } from './barometer.ts'
import { createDevice, removeDevice, updateDevice } from './change.ts'
import { findDevice, findDevices } from './find.ts'
import { findHeights, zeroHeights } from './heights.ts'

type Body = BodyOf<typeof barometer.create> | BodyOf<typeof barometer.update>
const draftOf = <Given extends Body>({ id: serial, ...rest }: Given) => ({ ...rest, serial, word: 'barometer' as const, type: 1 })

/** The reference barometers, and the heights measured against them. */
export const barometerRoutes = (context: Context): Route[] => [
  route(barometer.list, 'barometer', ({ query, actor }) => findDevices(context.db, actor, barometers, query, context.clock())),
  route(barometer.heights, 'barometer', ({ params, query, actor }) => findHeights(context, actor, { serial: params.id, ...query })),
  route(barometer.zeroHeights, 'barometer', ({ params, query, body, ...requester }) =>
    zeroHeights(context, requester, { serial: params.id, ...query }, body.deviceIDs),
  ),
  route(barometer.one, 'barometer', ({ params, query, actor }) =>
    findDevice(context.db, actor, barometers, { serial: params.id, ...query }, context.clock()),
  ),
  route(barometer.create, 'barometer', ({ body, ...requester }) => createDevice(context, requester, barometers, draftOf(body))),
  route(barometer.update, 'barometer', ({ body, ...requester }) => updateDevice(context, requester, barometers, draftOf(body))),
  route(barometer.remove, 'barometer', async ({ params, query, ...requester }) => {
    await removeDevice(context, requester, barometers, { serial: params.id, ...query })
    return {}
  }),
]
