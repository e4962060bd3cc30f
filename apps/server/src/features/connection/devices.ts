import { type ConnectionDevice, message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { withinScope } from '../../shared/organisation/scope.ts'
import { type ConnectionKey, scope, wholeMapping } from './store.ts'

/** A locked connection with its site. */
export type SiteConnection = ConnectionKey & { readonly officeId: number }

const repeated = (values: readonly string[]): string | undefined => values.find((value, index) => values.indexOf(value) !== index)

const nameOf = ({ kind, serialNumber }: Pick<ConnectionDevice, 'kind' | 'serialNumber'>): string => `${kind} ${serialNumber}`

/** @throws Refusal 400 where a DevEUI or a device is there twice */
const refuseRepeated = (devices: readonly ConnectionDevice[]): void => {
  const devEui = repeated(devices.map((one) => one.devEui))
  if (devEui !== undefined) throw badRequest(message('connectionDevEuiTwice', { devEui }))
  const device = repeated(devices.map(nameOf))
  if (device !== undefined) throw badRequest(message('connectionDeviceTwice', { device }))
}

type TakenRow = Pick<ConnectionDevice, 'devEui' | 'kind' | 'serialNumber'> & {
  readonly name: string
  readonly place: string
  readonly isSeen: boolean
}

/** @throws Refusal 400 where another connection has one of the DevEUIs, or one of the site's devices: it names that where the actor sees it */
const refuseTaken = async (
  db: Db,
  actor: Actor,
  { companyId, connectionId, officeId }: SiteConnection,
  devices: readonly ConnectionDevice[],
): Promise<void> => {
  const { rows } = await sql<TakenRow>`
    select d.dev_eui as "devEui", d.kind, d.serial as "serialNumber", n.name, o.name as place, ${withinScope(actor, scope)} as "isSeen"
      from connection_device d
      join connection n on n.company_id = ${companyId} and n.connection_id = d.connection_id
      join office o on o.company_id = ${companyId} and o.office_id = n.office_id
     where d.company_id = ${companyId} and d.connection_id <> ${connectionId}
       and (d.dev_eui = any(${devices.map(({ devEui }) => devEui)}::text[])
            or d.office_id = ${officeId} and d.kind || ' ' || d.serial = any(${devices.map(nameOf)}::text[]))
     order by d.dev_eui limit 1`.execute(db)
  const [taken] = rows
  if (taken === undefined) return
  const { devEui, name, place, isSeen } = taken
  if (devices.every((one) => one.devEui !== devEui)) throw badRequest(message('connectionDeviceTaken', { device: nameOf(taken), name }))
  throw badRequest(isSeen ? message('connectionDevEuiTaken', { devEui, place, name }) : message('connectionDevEuiElsewhere', { devEui }))
}

/**
 * Replaces the devices of a locked connection.
 * @throws Refusal 400 where one is there twice, or another connection has it
 */
export const writeDevices = async (db: Db, actor: Actor, key: SiteConnection, devices: readonly ConnectionDevice[]): Promise<void> => {
  const { companyId, connectionId, officeId } = key
  refuseRepeated(devices)
  await sql`delete from connection_device d where d.company_id = ${companyId} and d.connection_id = ${connectionId}`.execute(db)
  if (devices.length === 0) return
  await refuseTaken(db, actor, key, devices)
  await db
    .insertInto('connection_device')
    .values(
      devices.map(({ devEui, kind, serialNumber, mapping }) => ({
        company_id: companyId,
        connection_id: connectionId,
        office_id: officeId,
        dev_eui: devEui,
        kind,
        serial: serialNumber,
        mapping: mapping === null || mapping === undefined ? null : JSON.stringify(wholeMapping(mapping)),
      })),
    )
    .execute()
}
