import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type BodyOf,
  channelStepOf,
  labels,
  message,
  type NotificationChannel,
  type notificationChannel,
  type SavedChannel,
} from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { badRequest, missingField, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import { customersOf } from '../../shared/organisation/scope.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { ownFieldsOf, refuseFaulty } from './channel-faults.ts'
import { openSecrets, sealSecrets } from './channel-secrets.ts'
import { type ChannelKey, countChannels, findStored, type StoredChannel } from './store.ts'
import { newSigning, noSigning } from './webhook/signing-secret.ts'

/** Each channel costs a request for every alert. Project choice, decisions/0150. */
export const mostChannels = 100

/** What the log keeps of a channel: never its address whole, nor its secrets. */
const recorded = (channel: NotificationChannel) => {
  const { name, type, isEnabled, url, settings, secretsSet, level, kinds, hours, language, withNames, officeName } = channel
  const span = hours === null ? null : `${hours.from}-${hours.to}`
  return { name, type, isEnabled, url, ...settings, secrets: secretsSet, level, kinds, hours: span, language, withNames, officeName }
}

const entryOf = (context: Context, requester: Requester, { companyId, channelId }: ChannelKey, officeId: number | null) => ({
  at: context.clock(),
  actor: requester.actor,
  address: requester.address,
  resource: 'notificationChannel',
  resourceId: channelId,
  companyId,
  officeId,
})

/** Names leave the company where its own contract-unit administrator says so, and nobody else. */
const mayNameWorkers = (actor: Actor, companyId: number) => actor.role === 'AdminUnitContract' && actor.companyId === companyId

type Place = { readonly companyId: number; readonly officeId: number | null }

/** Locks a company of the actor's, so that changes of its channels take turns. @throws Refusal 404 */
const lockCompany = async (trx: Db, actor: Actor, companyId: number): Promise<void> => {
  const { rows } = await sql`
    select from company c where c.company_id = ${companyId} and ${customersOf(actor)} for no key update`.execute(trx)
  if (rows.length === 0) throw notFound()
}

/** Where a new channel is to be, locked. @throws Refusal 404 where it is not the actor's, 400 where a service administrator names none */
const lockPlace = async (
  trx: Db,
  actor: Actor,
  { companyId, officeId: given }: Pick<BodyOf<typeof notificationChannel.create>, 'companyId' | 'officeId'>,
): Promise<Place> => {
  const officeId = given ?? (actor.role === 'HeadquartersAdmin' ? actor.officeId : null)
  const office = officeId === null ? undefined : await lockOfficeShared(trx, actor, officeId)
  if (office !== undefined && companyId !== undefined && companyId !== office.companyId) throw notFound()
  const own = office?.companyId ?? companyId ?? (actor.role === 'AdminUnitService' ? undefined : actor.companyId)
  if (own === undefined) throw missingField(labels.notificationChannel.companyId)
  await lockCompany(trx, actor, own)
  return { companyId: own, officeId }
}

type Channel = BodyOf<typeof notificationChannel.create>

const columnsOf = ({
  type,
  name,
  isEnabled,
  settings,
  level,
  kinds,
  hours,
  language,
  withNames,
}: Required<Omit<Channel, 'companyId' | 'officeId' | 'url' | 'secrets'>>) => ({
  type,
  name,
  is_enabled: isEnabled,
  settings: JSON.stringify(settings),
  level,
  kinds: [...kinds],
  // A program is sent what happens when it happens.
  hours_from: type === 'webhook' ? null : (hours?.from ?? null),
  hours_to: type === 'webhook' ? null : (hours?.to ?? null),
  language,
  with_names: withNames,
})

/**
 * Makes a channel of a site, or of a whole company, on record. The secret that signs for a webhook is in this answer alone.
 * @throws Refusal 404 where the place is not the actor's, 400 naming what is missing, not allowed or there already
 */
export const createChannel = (context: Context, requester: Requester, draft: Channel): Promise<SavedChannel> =>
  context.db.transaction().execute(async (trx) => {
    const { actor } = requester
    const { companyId, officeId } = await lockPlace(trx, actor, draft)
    if (draft.withNames && !mayNameWorkers(actor, companyId)) throw badRequest(message('channelNamesByContract'))
    if ((await countChannels(trx, companyId)) >= mostChannels) throw badRequest(message('channelTooMany', { count: mostChannels }))
    const address = { type: draft.type, url: draft.url || null, ...ownFieldsOf(draft) }
    refuseFaulty(context.config, address)
    const key = { companyId, channelId: randomBytes(8).toString('hex') }
    const signing = draft.type === 'webhook' ? newSigning(context.config, key) : undefined
    await trx
      .insertInto('notification_channel')
      .values({
        company_id: companyId,
        channel_id: key.channelId,
        office_id: officeId,
        ...columnsOf({ ...draft, settings: address.settings, hours: draft.hours ?? null }),
        ...sealSecrets(context.config, key, address),
        ...signing?.columns,
        created_at: context.clock(),
      })
      .execute()
    const { channel } = await findStored({ ...context, db: trx }, actor, key.channelId)
    await writeAudit(trx, { ...entryOf(context, requester, key, officeId), action: 'create', after: recorded(channel) })
    return { ...channel, ...(signing !== undefined && { secret: signing.secret }) }
  })

/** Locks a channel, its company and its site. @throws Refusal 404 where the actor sees none of this number */
export const lockChannel = async (trx: Db, context: Context, { actor }: Requester, channelId: string): Promise<StoredChannel> => {
  const { key, channel } = await findStored({ ...context, db: trx }, actor, channelId)
  if (channel.officeId !== null) await lockOfficeShared(trx, actor, channel.officeId)
  await sql`
    select from notification_channel n where n.company_id = ${key.companyId} and n.channel_id = ${channelId} for no key update`.execute(trx)
  return findStored({ ...context, db: trx }, actor, channelId)
}

type Change = BodyOf<typeof notificationChannel.update>

/** Where a channel leads after a change: what is left out stays, and of another type nothing does. */
const addressAfter = (
  context: Context,
  { key, channel, sealed }: StoredChannel,
  { type = channel.type, url, settings, secrets }: Change,
) => {
  const isSameType = type === channel.type
  const opened = isSameType ? openSecrets(context.config, key, sealed) : undefined
  const storedUrl = opened?.url ?? null
  const isUrlKept = isSameType && (url === undefined || url === channel.url)
  return {
    type,
    url: isUrlKept ? storedUrl : url || null,
    ...ownFieldsOf({
      type,
      settings: settings ?? (isSameType ? channel.settings : {}),
      secrets: { ...opened?.secrets, ...secrets },
    }),
    isSealLost: isSameType && opened === undefined,
  }
}

/** True where a step of an escalation of the company is this channel. */
const isStep = async (trx: Db, { companyId, channelId }: ChannelKey): Promise<boolean> => {
  const { rows } = await sql`
    select from master_setting s
     where s.company_id = ${companyId} and s.type = 'ESCALATION_SETTING' and s.key = 'STEPS'
       and ${channelStepOf(channelId)} = any(string_to_array(s.value, ','))`.execute(trx)
  return rows.length > 0
}

/** What still waits for a channel that is switched off, or becomes one of another type, is not sent later. */
const dropWaiting = (trx: Db, { companyId, channelId }: ChannelKey, now: Date) =>
  sql`
  update channel_delivery d set failed_at = ${now}, is_superseded = true
   where d.company_id = ${companyId} and d.channel_id = ${channelId} and d.sent_at is null and d.failed_at is null`.execute(trx)

/**
 * Changes a channel, on record; what is left out stays, its secrets among it. Where somebody else than the company's contract-unit
 * administrator changes where it leads, names no longer go there.
 * @throws Refusal 404, 412 where it was changed meanwhile, 400 naming what is missing, not allowed or there already
 */
export const updateChannel = (context: Context, requester: Requester, change: Change): Promise<SavedChannel> =>
  context.db.transaction().execute(async (trx) => {
    const stored = await lockChannel(trx, context, requester, change.id)
    const { key, channel: before } = stored
    const action = actionOnVersion(change.version, before.version)
    const { isSealLost, ...address } = addressAfter(context, stored, change)
    const opened = openSecrets(context.config, key, stored.sealed)
    const isElsewhere = !isDeepStrictEqual(
      { type: before.type, settings: before.settings, url: opened?.url, secrets: opened?.secrets },
      { type: address.type, settings: address.settings, url: address.url, secrets: address.secrets },
    )
    const mayName = mayNameWorkers(requester.actor, key.companyId)
    if (change.withNames === true && !before.withNames && !mayName) throw badRequest(message('channelNamesByContract'))
    if (isElsewhere || isSealLost) refuseFaulty(context.config, address)
    if (address.type === 'webhook' && before.type !== 'webhook' && (await isStep(trx, key)))
      throw badRequest(message('channelStepNoWebhook'))
    const signing = address.type === 'webhook' && before.type !== 'webhook' ? newSigning(context.config, key) : undefined
    const isEnabled = change.isEnabled ?? before.isEnabled
    const withNames = (change.withNames ?? before.withNames) && (mayName || !isElsewhere)
    const isStartedAgain = isElsewhere || (isEnabled && !before.isEnabled)
    // Of another type what waits could not be sent: a message is no event.
    if ((!isEnabled && before.isEnabled) || address.type !== before.type) await dropWaiting(trx, key, context.clock())
    await trx
      .updateTable('notification_channel as n')
      .set({
        ...columnsOf({
          ...address,
          name: change.name ?? before.name,
          isEnabled,
          level: change.level ?? before.level,
          kinds: change.kinds ?? before.kinds,
          hours: change.hours === undefined ? before.hours : change.hours,
          language: change.language ?? before.language,
          withNames,
        }),
        ...(isElsewhere && sealSecrets(context.config, key, address)),
        ...signing?.columns,
        ...(address.type !== 'webhook' && noSigning),
        ...(isStartedAgain && { failures: 0, failing_since: null, failure: null, failure_told_at: null, paused_until: null }),
        version: before.version + 1,
      })
      .where('n.company_id', '=', key.companyId)
      .where('n.channel_id', '=', key.channelId)
      .execute()
    const { channel: after } = await findStored({ ...context, db: trx }, requester.actor, key.channelId)
    const isReplaced = isElsewhere ? { destination: 'replaced' } : {}
    if (isElsewhere || !isDeepStrictEqual(recorded(before), recorded(after)))
      await writeAudit(trx, {
        ...entryOf(context, requester, key, before.officeId),
        action,
        before: recorded(before),
        after: { ...recorded(after), ...isReplaced },
      })
    return { ...after, ...(signing !== undefined && { secret: signing.secret }) }
  })

/**
 * Deletes a channel with what was sent to it, on record; the records of alerts keep its name.
 * @throws Refusal 404, 400 where it is a step of an escalation
 */
export const removeChannel = (context: Context, requester: Requester, channelId: string): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    const { key, channel } = await lockChannel(trx, context, requester, channelId)
    if (await isStep(trx, key)) throw badRequest(message('channelIsStep'))
    await sql`delete from notification_channel n where n.company_id = ${key.companyId} and n.channel_id = ${channelId}`.execute(trx)
    await writeAudit(trx, { ...entryOf(context, requester, key, channel.officeId), action: 'delete', before: recorded(channel) })
  })
