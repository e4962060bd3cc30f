import { labelOf, message, type MessageCode, type Resource } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../../shared/announcements/announce.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { recordAction } from './change.ts'
import { type DeviceWord, findSerial, type SerialQuery } from '../../shared/organisation/find-serial.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { DeviceKind } from './kind.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import { lockDevice } from './lock-device.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

/** A kind of link between devices: gateways to a heat watcher, terminals to a reference barometer. */
export type LinkKind = {
  readonly parent: Pick<DeviceKind, 'resource' | 'words'> & {
    /** The field that names the parent in a call, and the resource whose labels hold its name. */
    readonly field: string
    readonly labels: Resource
  }
  readonly child: { readonly word: DeviceWord; readonly resource: DeviceKind['resource']; readonly field: string }
  /** The message that some of the devices are linked to another parent. */
  readonly linkedElsewhere: Extract<MessageCode, 'gatewayLinkedElsewhere' | 'terminalLinkedElsewhere'>
}

type Child = TableRow<'device', 'device_id' | 'serial' | 'linked_device_id'>

/** The named devices of a locked office and those linked to the parent now, all locked. */
const lockChildren = async (
  db: Db,
  word: DeviceWord,
  { companyId, officeId }: OfficeKey,
  parentId: number,
  serials: readonly string[],
): Promise<Child[]> => {
  const { rows } = await sql<Child>`
    select d.device_id, d.serial, d.linked_device_id from device d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = ${word}
       and (d.serial = any(${serials}::text[]) or d.linked_device_id = ${parentId})
     order by d.device_id for no key update`.execute(db)
  return rows
}

const refuseUnknown = ({ resource, field }: LinkKind['child'], serials: readonly string[], children: readonly Child[]): void => {
  const unknown = serials.filter((serial) => !children.some((child) => child.serial === serial))
  if (unknown.length > 0) throw badRequest(message('deviceUnknown', { field: `${labelOf(resource, field)}「${unknown.join('、')}」` }))
}

const serialsOf = (children: readonly Child[]) => children.map(({ serial }) => serial).toSorted()

/** The parent and its linked devices, as a call names them in its query or its body. */
export type LinkDraft = {
  readonly serial?: string | undefined
  readonly officeId?: number | undefined
  readonly serials?: readonly string[] | undefined
}

const wantedOf = ({ parent }: LinkKind, { serial, officeId }: LinkDraft): SerialQuery => {
  if (serial === undefined || serial === '') throw badRequest(`${labelOf(parent.labels, parent.field)}：この項目は必須です。`)
  return { serial, officeId }
}

/**
 * Links the named devices of the parent's office to it, and no others. A newly linked terminal is not zeroed.
 * @throws Refusal 404 or 400 as for any serial; 400 where the office has no such device or where one is linked to another parent
 */
export const setLinks = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  kind: LinkKind,
  draft: LinkDraft,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { serials = [] } = draft
    const found = await findSerial(trx, requester.actor, kind.parent, wantedOf(kind, draft))
    const office = await lockOffice(trx, requester.actor, found.officeId)
    const { deviceId: parentId } = found
    const { serial: parentSerial } = await lockDevice(trx, found)
    const children = await lockChildren(trx, kind.child.word, office, parentId, serials)
    refuseUnknown(kind.child, serials, children)
    const elsewhere = children.filter(({ linked_device_id: linked }) => linked !== null && linked !== parentId)
    if (elsewhere.length > 0) throw badRequest(message(kind.linkedElsewhere, { serials: serialsOf(elsewhere).join('、') }))
    const [before, after] = [
      children.filter(({ linked_device_id: linked }) => linked === parentId),
      children.filter(({ serial }) => serials.includes(serial)),
    ]
    const changed = children.filter((child) => before.includes(child) !== after.includes(child)).map(({ device_id }) => device_id)
    if (changed.length === 0) return
    await sql`
      update device d
         set linked_device_id = case when d.linked_device_id is null then ${parentId}::int end, altitude_offset_cm = 0, altitude_zeroed_at = null,
             version = d.version + 1
       where d.company_id = ${office.companyId} and d.device_id = any(${changed}::int[])`.execute(trx)
    const { field } = kind.child
    await recordAction(trx, requester, clock(), kind.parent, office, parentSerial, {
      action: 'update',
      before: { [field]: serialsOf(before) },
      after: { [field]: serialsOf(after) },
    })
    await announce(trx, { ...office, deviceIds: [parentId, ...changed] })
  })
