import {
  isDisplayType,
  message,
  type SettingChange,
  settingField,
  settingFaults,
  settingLabel,
  type SettingName,
  settingNames,
  settingOf,
  type SettingOwner,
  type SettingRow,
} from '@mimamori/contract'
import { reviewEscalations } from '../alerts/notices/escalation-store.ts'
import { announce } from '../../shared/announcements/announce.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { refuseStrangeChannels, withChannelNames } from './channel-steps.ts'
import { rowsInForce, type StoredSetting } from './in-force.ts'
import { lockOwner, type NewValue, officesOf, type Owner, readStored, writeValues } from './store.ts'

type SettingDraft = { readonly name: SettingName; readonly value: string | null; readonly version: number | undefined }

const nameOf = new Map<string, SettingName>(settingNames.map((name) => [settingField(name), name]))

/** The changes by the names of settings; of several for one setting the last. Whatever is no setting is refused. */
const named = (changes: readonly SettingChange[]): SettingDraft[] => {
  const unknown = changes.filter(({ type, key }) => !nameOf.has(`${type}.${key}`))
  if (unknown.length > 0) throw badRequest(...unknown.map(({ type, key }) => message('settingUnknown', { type, key })))
  const last = new Map(changes.map((change) => [`${change.type}.${change.key}`, change]))
  return [...last].flatMap(([field, { value, version }]): SettingDraft[] => {
    const name = nameOf.get(field)
    return name === undefined ? [] : [{ name, value, version }]
  })
}

/** The changes with their values as they are kept. @throws Refusal 400 naming each setting whose value cannot be read */
const readable = (changes: readonly SettingDraft[]): SettingDraft[] => {
  const faults = changes.flatMap(({ name, value }) =>
    value === null ? [] : settingFaults(name, value).map((fault) => `${settingLabel(name)}：${fault}`),
  )
  if (faults.length > 0) throw badRequest(...faults)
  return changes.map((change) =>
    change.value === null ? change : { ...change, value: String(settingOf(...change.name).schema.parse(change.value)) },
  )
}

/** The changes without those that change nothing. @throws Refusal 400 naming what is not the actor's to change */
const effective = (
  { role }: Actor,
  kind: SettingOwner,
  changes: readonly SettingDraft[],
  stored: readonly StoredSetting[],
): SettingDraft[] => {
  const inForce = new Map(rowsInForce(kind, stored).map((row) => [`${row.type}.${row.key}`, row]))
  const own = new Map(stored.filter(({ owner }) => owner === kind).map((row) => [`${row.type}.${row.key}`, row.value]))
  const mayChange = ({ name }: SettingDraft) => settingOf(...name).editors[kind].includes(role)
  // A form may send back what it only showed.
  const touched = changes.filter(
    (change) => !mayChange(change) && (change.value ?? '') !== (inForce.get(settingField(change.name))?.value ?? ''),
  )
  if (touched.length > 0) throw badRequest(...touched.map(({ name }) => message('intervalFixed', { field: settingLabel(name) })))
  return changes.filter((change) => mayChange(change) && change.value !== (own.get(settingField(change.name)) ?? null))
}

/** The settings for when people are notified again, and of what. */
const decidesEscalation: readonly string[] = ['ESCALATION_SETTING', 'GENERAL_ALERT_SETTING']

/** True for what decides what a console or a warning lamp shows. */
const isShown = (type: string) => isDisplayType(type) || type === 'SAFETY_BELT_DISPLAY_SETTING' || type === 'WARNING_LAMP_SETTING'

const valuesOf = (rows: readonly NewValue[]) => Object.fromEntries(rows.map(({ type, key, value }) => [`${type}.${key}`, value]))

const auditOf = ({ companyId, officeId, companyName, officeName }: Owner, { actor, address }: Requester) => ({
  actor,
  address,
  resource: 'masterSetting',
  resourceId: officeId ?? companyId,
  companyId,
  officeId,
  subject: officeName === null ? { companyName } : { officeName },
})

/**
 * Saves settings of a company or site, on record, in one transaction. What is left out stays.
 * @throws Refusal 404 out of scope, 412 where a setting changed since it was shown, 400 naming each setting that cannot be
 *   read or is not the actor's to change
 */
export const saveSettings = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  kind: SettingOwner,
  id: number,
  changes: readonly SettingChange[],
): Promise<SettingRow[]> =>
  db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, requester.actor, kind, id)
    const stored = await readStored(trx, owner)
    const wanted = effective(requester.actor, kind, readable(named(changes)), stored)
    if (wanted.length === 0) return withChannelNames(trx, owner, rowsInForce(kind, stored))
    await refuseStrangeChannels(trx, owner, wanted.find(({ name: [, key] }) => key === 'STEPS')?.value)
    const before = wanted.map(({ name: [type, key] }) => {
      const row = stored.find((one) => one.owner === kind && one.type === type && one.key === key)
      return { type, key, value: row?.value ?? null, version: row?.version ?? 0 }
    })
    const actions = wanted.map(({ version }, index) => actionOnVersion(version, before[index]?.version ?? 0))
    const after = wanted.map(({ name: [type, key], value }): NewValue => ({ type, key, value }))
    await writeValues(trx, owner, after)
    if (after.some(({ type }) => decidesEscalation.includes(type))) await reviewEscalations(trx, owner, clock())
    const { subject, ...audit } = auditOf(owner, requester)
    await writeAudit(trx, {
      ...audit,
      at: clock(),
      action: actions.includes('updateWithoutVersion') ? 'updateWithoutVersion' : 'update',
      before: { ...subject, ...valuesOf(before) },
      after: { ...subject, ...valuesOf(after) },
    })
    if (after.some(({ type }) => isShown(type)))
      await announce(trx, ...(await officesOf(trx, owner)).map((office) => ({ ...office, display: true as const })))
    return withChannelNames(trx, owner, rowsInForce(kind, await readStored(trx, owner)))
  })
