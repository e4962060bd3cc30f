import { issueText, labelOf, message } from '@mimamori/contract'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { openRequests, queueCommand } from '../../shared/downlink/queue-command.ts'
import { badRequest } from '../../platform/errors.ts'
import { overlay } from '../../platform/overlay.ts'
import type { Actor } from '../../platform/http/route.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { findSerial, type MatchedDevice, type SerialQuery } from '../../shared/organisation/find-serial.ts'
import { instructionsOf, lastingOf, type SettingKind, type Values } from './kind.ts'

/** A device's setting: what is saved, or the defaults, with the instructions it has not answered yet. */
export type Setting<Own extends Values> = {
  readonly device: MatchedDevice
  readonly values: Own
  /** The same with its instructions idle. */
  readonly lasting: Own
  /** 0 where nothing is saved. */
  readonly version: number
}

const settingOf = async <Own extends Values>(db: Db, kind: SettingKind<Own>, device: MatchedDevice): Promise<Setting<Own>> => {
  const { values: lasting, version } = (await kind.read(db, device)) ?? { values: kind.defaults, version: 0 }
  const open = await openRequests(db, device)
  const requested = Object.fromEntries(kind.instructions.flatMap(({ field }) => (open[field] === undefined ? [] : [[field, open[field]]])))
  return { device, values: { ...lasting, ...requested }, lasting, version }
}

/**
 * The setting of the device with that serial.
 * @throws Refusal 404 where there is no such device in scope, 400 where there are several
 */
export const readSetting = async <Own extends Values>(
  db: Db,
  actor: Actor,
  kind: SettingKind<Own>,
  wanted: SerialQuery,
): Promise<Setting<Own>> => settingOf(db, kind, await findSerial(db, actor, kind, wanted))

const refuseIntervals = <Own extends Values>({ resource, intervals }: SettingKind<Own>, actor: Actor, before: Own, after: Own): void => {
  if (actor.role !== 'HeadquartersAdmin') return
  const touched = intervals.filter((field) => before[field] !== after[field])
  if (touched.length > 0)
    throw badRequest(...touched.map((field) => message('intervalFixed', { field: labelOf(resource, field) ?? field })))
}

const refuseIncomplete = <Own extends Values>(kind: SettingKind<Own>, after: Own): void => {
  const missing = kind.instructions
    .filter(({ field, idle }) => after[field] !== idle)
    .flatMap(({ needs }) => needs.filter((name) => after[name] === null || after[name] === ''))
  if (missing.length > 0)
    throw badRequest(
      ...missing.map((name) =>
        issueText(kind.resource, { code: 'invalid_type', expected: 'string', path: [name], message: '', input: null }),
      ),
    )
}

export type SettingChange<Own extends Values> = {
  /** Undefined where the call names no device. */
  readonly serial: string | undefined
  readonly office: Pick<SerialQuery, 'companyId' | 'officeId'>
  readonly version: number | undefined
  /** What is left out stays as it was; an instruction left out is not asked for again. */
  readonly values: { readonly [Field in keyof Own]?: Own[Field] | undefined }
}

const serialOf = <Own extends Values>({ resource, serialField }: SettingKind<Own>, serial: string | undefined): string => {
  if (serial === undefined) throw badRequest(`${labelOf(resource, serialField)}：この項目は必須です。`)
  return serial
}

/**
 * Saves a device's setting and queues what was not sent to it yet, in one transaction.
 * @throws Refusal 404 out of scope, 412 where somebody else was first, 400 where no device is named, where a base administrator changes an
 *   interval or an instruction lacks what belongs to it
 */
export const saveSetting = async <Own extends Values>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  kind: SettingKind<Own>,
  change: SettingChange<Own>,
): Promise<Setting<Own>> =>
  db.transaction().execute(async (trx) => {
    const { actor, address } = requester
    const device = await findSerial(trx, actor, kind, { serial: serialOf(kind, change.serial), ...change.office }, true)
    const { officeId, companyId, serial } = device
    const before = await settingOf(trx, kind, device)
    const action = actionOnVersion(change.version, before.version)
    const wanted = overlay(before.lasting, change.values)
    refuseIntervals(kind, actor, before.lasting, wanted)
    refuseIncomplete(kind, wanted)
    await kind.write(trx, device, wanted)
    const at = clock()
    await queueCommand(trx, {
      device,
      settings: lastingOf(kind, wanted),
      defaults: lastingOf(kind, kind.defaults),
      once: instructionsOf(kind, wanted),
      requestedBy: actor.fullName,
      at,
    })
    const after = await settingOf(trx, kind, device)
    await writeAudit(trx, {
      at,
      actor,
      address,
      resource: kind.resource,
      resourceId: serial,
      companyId,
      officeId,
      action: before.version === 0 ? 'create' : action,
      ...(before.version === 0 ? {} : { before: { ...before.values, version: before.version } }),
      after: { ...after.values, version: after.version },
    })
    return after
  })
