import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type AnswerOf, type BodyOf, type connection, type ConnectionDetail, message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { announceKeys } from '../../shared/access-keys/ingest-key.ts'
import { newConnectionSecret } from '../../shared/access-keys/connection-secret.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { writeDevices } from './devices.ts'
import { type ConnectionKey, findDetail, findStored, wholeMapping } from './store.ts'

type Change = { readonly trx: Db; readonly context: Context; readonly requester: Requester }

const entriesOf = (mapping: ConnectionDetail['mapping']): string[] =>
  mapping.map(
    ({ from, to, factor, offset, absentIsZero }) =>
      `${from} → ${to}${factor === null ? '' : ` ×${factor}`}${offset === null ? '' : ` +${offset}`}${absentIsZero ? ' 届かないときは0' : ''}`,
  )

/** What the log keeps of a connection: never its secret. */
const recorded = ({ name, type, applicationId, devices, mapping }: ConnectionDetail) => ({
  name,
  type,
  applicationId,
  devices: devices.map(
    ({ devEui, kind, serialNumber, mapping: own }) =>
      `${devEui} ${kind} ${serialNumber}${own === null ? '' : `（${entriesOf(own).join('、')}）`}`,
  ),
  mapping: entriesOf(mapping),
})

const entryOf = ({ context, requester }: Change, { companyId, connectionId }: ConnectionKey, officeId: number) => ({
  at: context.clock(),
  actor: requester.actor,
  address: requester.address,
  resource: 'connection',
  resourceId: connectionId,
  companyId,
  officeId,
})

const asJson = (value: unknown) => JSON.stringify(value)

/** Claims an application of the broker for a connection, in place of the one before. A violation of its constraint where it is taken. */
const claim = async (db: Db, { companyId, connectionId }: ConnectionKey, applicationId: string | null): Promise<void> => {
  await sql`delete from connection_application a where a.connection_id = ${connectionId}`.execute(db)
  if (applicationId === null) return
  await db
    .insertInto('connection_application')
    .values({ application_id: applicationId, company_id: companyId, connection_id: connectionId })
    .execute()
}

/**
 * An application's id is no secret, and who claims it is sent its measurements: only the service knows whose it is at the broker.
 * @throws Refusal 400 where somebody else than its administrators changes it, or the connection is none with ChirpStack
 */
const refuseApplication = (actor: Actor, type: ConnectionDetail['type'], before: string | null, applicationId: string | null): void => {
  if (applicationId !== before && actor.role !== 'AdminUnitService') throw badRequest(message('connectionApplicationByService'))
  if (type !== 'chirpstack' && applicationId !== null) throw badRequest(message('connectionApplication'))
}

/**
 * Makes a connection of a site, on record. Its secret is only in the answer; what is stored is a hash.
 * @throws Refusal 404 where the site is not the actor's, 400 for what is there already
 */
export const createConnection = (
  context: Context,
  requester: Requester,
  { officeId, type, name, applicationId = null, devices, mapping }: BodyOf<typeof connection.create>,
): Promise<AnswerOf<typeof connection.create>> =>
  context.db.transaction().execute(async (trx) => {
    const change = { trx, context, requester }
    refuseApplication(requester.actor, type, null, applicationId)
    const { companyId } = await lockOffice(trx, requester.actor, officeId)
    const key = { companyId, connectionId: randomBytes(8).toString('hex') }
    const { secret, hash } = newConnectionSecret(key.connectionId)
    await trx
      .insertInto('connection')
      .values({
        company_id: companyId,
        connection_id: key.connectionId,
        office_id: officeId,
        type,
        name,
        secret_hash: hash,
        application_id: applicationId,
        mapping: asJson(wholeMapping(mapping)),
        created_at: context.clock(),
      })
      .execute()
    await writeDevices(trx, requester.actor, { ...key, officeId }, devices)
    await claim(trx, key, applicationId)
    const detail = await findDetail({ ...context, db: trx }, requester.actor, key.connectionId)
    await writeAudit(trx, { ...entryOf(change, key, officeId), action: 'create', after: recorded(detail) })
    await announceKeys(trx)
    return { ...detail, secret }
  })

/** Locks a connection and its site. @throws Refusal 404 where the actor sees none of this number */
export const lockConnection = async (
  { trx, context, requester }: Change,
  connectionId: string,
): Promise<ConnectionKey & { readonly officeId: number }> => {
  const { key, connection: found } = await findStored({ db: trx, clock: context.clock }, requester.actor, connectionId)
  await lockOffice(trx, requester.actor, found.officeId)
  const { rows } = await sql`
    select n.version from connection n where n.company_id = ${key.companyId} and n.connection_id = ${connectionId} for update`.execute(trx)
  if (rows.length === 0) throw notFound()
  return { ...key, officeId: found.officeId }
}

/**
 * Changes a connection; what is left out stays. Devices and mapping are replaced as a whole.
 * @throws Refusal 404, 412 where it was changed meanwhile, 400 for what is there already
 */
export const updateConnection = (
  context: Context,
  requester: Requester,
  { id, version, name, applicationId, devices, mapping }: BodyOf<typeof connection.update>,
): Promise<ConnectionDetail> =>
  context.db.transaction().execute(async (trx) => {
    const change = { trx, context, requester }
    const { officeId, ...key } = await lockConnection(change, id)
    const ask = () => findDetail({ ...context, db: trx }, requester.actor, id)
    const before = await ask()
    const action = actionOnVersion(version, before.version)
    if (applicationId !== undefined) {
      refuseApplication(requester.actor, before.type, before.applicationId, applicationId)
      await claim(trx, key, applicationId)
    }
    if (devices !== undefined) await writeDevices(trx, requester.actor, { ...key, officeId }, devices)
    await trx
      .updateTable('connection as n')
      .set({
        version: before.version + 1,
        ...(name !== undefined && { name }),
        ...(applicationId !== undefined && { application_id: applicationId, topic_refused_at: null }),
        ...(mapping !== undefined && { mapping: asJson(wholeMapping(mapping)) }),
      })
      .where('n.company_id', '=', key.companyId)
      .where('n.connection_id', '=', id)
      .execute()
    const after = await ask()
    if (!isDeepStrictEqual(recorded(before), recorded(after)))
      await writeAudit(trx, { ...entryOf(change, key, officeId), action, before: recorded(before), after: recorded(after) })
    await announceKeys(trx)
    return after
  })

/** Deletes a connection: nothing more is taken from the next message on. Readings stay. @throws Refusal 404 */
export const removeConnection = (context: Context, requester: Requester, connectionId: string): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const change = { trx, context, requester }
    const { officeId, ...key } = await lockConnection(change, connectionId)
    const before = await findDetail({ ...context, db: trx }, requester.actor, connectionId)
    await claim(trx, key, null)
    // What it sent stays in the status of receiving, under its name.
    await sql`
      update ingest_sender s set deleted_at = ${context.clock()}, name = n.name, type = n.type
        from connection n
       where s.company_id = ${key.companyId} and s.office_id = ${officeId} and s.key_id = ${connectionId}
         and n.company_id = ${key.companyId} and n.connection_id = ${connectionId}`.execute(trx)
    await sql`delete from connection n where n.company_id = ${key.companyId} and n.connection_id = ${connectionId}`.execute(trx)
    await writeAudit(trx, { ...entryOf(change, key, officeId), action: 'delete', before: recorded(before) })
    await announceKeys(trx)
  })

/** Gives a connection a new secret; the one before opens nothing from now on. @throws Refusal 404 */
export const renewSecret = (
  context: Context,
  requester: Requester,
  connectionId: string,
): Promise<AnswerOf<typeof connection.renewSecret>> =>
  context.db.transaction().execute(async (trx) => {
    const change = { trx, context, requester }
    const { officeId, ...key } = await lockConnection(change, connectionId)
    const { secret, hash } = newConnectionSecret(connectionId)
    await trx
      .updateTable('connection as n')
      .set({ secret_hash: hash })
      .where('n.company_id', '=', key.companyId)
      .where('n.connection_id', '=', connectionId)
      .execute()
    await writeAudit(trx, { ...entryOf(change, key, officeId), action: 'renewSecret' })
    return { id: connectionId, secret }
  })
