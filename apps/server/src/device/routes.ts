import { device, deviceTypeNames, issueText } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { badRequest } from '../platform/errors.ts'
import { listOrder } from '../platform/list-order.ts'
import { type Route, route } from '../platform/route.ts'
import { deviceSortings, findDevices } from './store.ts'

const defaultLimit = 20
const steady = sql`d.serial, d.type, d.device_id`

/** Types as the filter names them, one or several by commas. */
const typesFrom = (text = ''): number[] => {
  const types = text.split(',').map((part) => part.trim()).filter((part) => part !== '')
  if (types.some((type) => !Object.hasOwn(deviceTypeNames, type)))
    throw badRequest(issueText('device', { code: 'invalid_value', path: ['deviceType'], values: [], message: '' }))
  return types.map(Number)
}

/** The devices that people wear. */
export const deviceRoutes = (context: Context): Route[] => [
  route(device.list, 'device', ({ query, actor }) => {
    const page = { offset: query.offset, limit: query.limit ?? defaultLimit, order: listOrder('device', deviceSortings, query, steady) }
    const { officeId, serialNumber } = query
    return findDevices(context.db, actor, { officeId, serialNumber, types: typesFrom(query.deviceType) }, page)
  }),
]
