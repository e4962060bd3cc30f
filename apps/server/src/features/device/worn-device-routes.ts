import { type BodyOf, device } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { barometers } from './barometer.ts'
import { createDevice, removeDevice, updateDevice } from './change.ts'
import { findDevice, findDevices } from './find.ts'
import type { DeviceWord } from '../../shared/organisation/find-serial.ts'
import { findHeardElsewhere } from './heard-elsewhere.ts'
import { setLinks, type LinkKind } from './link.ts'
import { findDeviceRegistrations } from './registrations.ts'
import { deviceTypesFrom } from './types.ts'
import { freeFirst, wornDevices } from './worn-device.ts'

const wordOf = (deviceType: string): DeviceWord => (deviceType === '2' ? 'belt' : 'vital')

type Body = BodyOf<typeof device.create> | Omit<BodyOf<typeof device.update>, 'fromDeviceType'>
const draftOf = <Given extends Body>({ serialNumber: serial, deviceType, ...rest }: Given) => ({
  ...rest,
  serial,
  word: wordOf(deviceType),
  type: Number(deviceType),
})

/** Both body types share one number space, so either names the device. */
const wantedOf = (serial: string, { officeId, deviceType }: { officeId?: number | undefined; deviceType?: string | undefined }) => ({
  serial,
  officeId,
  word: deviceType === undefined ? undefined : wordOf(deviceType),
})

const toBarometer: LinkKind = {
  parent: { ...barometers, field: 'referenceID', labels: 'device' },
  child: { word: 'belt', resource: 'barometer', field: 'deviceIDs' },
  linkedElsewhere: 'terminalLinkedElsewhere',
}

/** The devices that people wear. */
export const wornDeviceRoutes = (context: Context): Route[] => [
  route(device.list, 'device', ({ query, actor }) => {
    const first = query.freeFirst === true ? freeFirst : undefined
    return findDevices(context.db, actor, wornDevices, { ...query, types: deviceTypesFrom(query.deviceType), first }, context.clock())
  }),
  route(device.heardElsewhere, 'device', ({ query, actor }) => findHeardElsewhere(context, actor, query)),
  route(device.registration, 'device', ({ query, actor }) =>
    findDeviceRegistrations(context.db, actor, {
      ...query,
      parentSerial: query.referenceBarometerId,
      types: deviceTypesFrom(query.deviceType),
    }),
  ),
  route(device.register, 'device', async ({ query, body, ...requester }) => {
    const { referenceID: serial, deviceIDs: serials, officeId } = { ...body, ...query }
    await setLinks(context, requester, toBarometer, { serial, officeId, serials })
    return {}
  }),
  route(device.one, 'device', ({ params, query, actor }) =>
    findDevice(context.db, actor, wornDevices, wantedOf(params.id, query), context.clock()),
  ),
  route(device.create, 'device', ({ body, ...requester }) => createDevice(context, requester, wornDevices, draftOf(body))),
  route(device.update, 'device', ({ body: { fromDeviceType, ...body }, ...requester }) =>
    updateDevice(context, requester, wornDevices, { ...draftOf(body), fromWord: wordOf(fromDeviceType ?? body.deviceType) }),
  ),
  route(device.remove, 'device', async ({ params, query, ...requester }) => {
    await removeDevice(context, requester, wornDevices, wantedOf(params.id, query))
    return {}
  }),
]
