import { keysOf } from '@mimamori/contract/typed-lists'
import type { AuditEntry } from '@mimamori/contract/audit-log'
import { alertKindNames, handlingNames, outcomeNames } from '@mimamori/contract/alert'
import { channelTypeNames } from '@mimamori/contract/channel-fields'
import { clothingNames, metabolicClassNames } from '@mimamori/contract/heat-profile'
import { deviceTypeNames, gatewayTypeNames, installationStatusNames, mapDisplayNames } from '@mimamori/contract/kbn'
import { gradeNames, labelOf, labels, type Resource } from '@mimamori/contract/labels'
import { languageNames } from '@mimamori/contract/language'
import { channelKindNames } from '@mimamori/contract/notification-channel'
import { parseRole, roleNames } from '@mimamori/contract/role'
import { settingLabel } from '@mimamori/contract/setting-faults'
import { settingField, settingNames, type SettingName } from '@mimamori/contract/settings'
import { mapTypeNames, sismilTypeNames } from '@mimamori/contract/site-map'
import { type ChannelNames, settingValueInWords } from '../organisation/settings/setting-value.ts'

/** One thing that changed: what it is called, how it was, how it is. */
export type Change = { readonly field: string; readonly label: string; readonly before: string; readonly after: string }

const none = 'なし'

/** Fields that say how a record is kept, not what it says. */
const bookkeeping = new Set(['version', 'updatedAt', 'createdAt', 'entriesDigest'])

/** What a person's site and group say of the heat, which a person's own record carries along. */
const isOfLayerAbove = (field: string) => /^(office|group)_(class|clothing|acclimatised)$/.test(field)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

// Records that a list holds are known by their name.
const nameKeys = ['fullName', 'groupName', 'officeName', 'companyName', 'email', 'name', 'userName']
const nameOf = (item: Record<string, unknown>): string | undefined =>
  nameKeys.map((key) => item[key]).find((name) => typeof name === 'string')

/** A value as people read it. */
export const valueInWords = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return none
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (Array.isArray(value)) return value.length === 0 ? none : value.map(valueInWords).join('、')
  if (isRecord(value)) return nameOf(value) ?? Object.values(value).map(valueInWords).join(' ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const nameIn = (names: Readonly<Record<string, string>>) => (value: string) => names[value]

const smsFormatNames: Readonly<Record<string, string>> = { form: 'フォーム', json: 'JSON' }

/** Of channels, whose fields are called as those of other records. */
const namesOfChannel: Record<string, (value: string) => string | undefined> = {
  type: nameIn(channelTypeNames),
  level: (value) => (value === '4' ? '緊急だけ' : Object.entries(gradeNames).find(([key]) => key === value)?.[1]),
  kinds: nameIn(channelKindNames),
  language: (value) => Object.entries(languageNames).find(([key]) => key === value)?.[1].japanese,
  preset: (value) => ({ twilio: 'Twilio', template: 'テンプレート' })[value],
  format: nameIn(smsFormatNames),
  secrets: (value) => labelOf('notificationChannel', value),
  destination: (value) => (value === 'replaced' ? '変えました' : undefined),
}

// Values that a form shows by name.
const namesOfField: Record<string, (value: string) => string | undefined> = {
  role: (value) => roleNames[parseRole(value) ?? 'User'],
  clothing: nameIn(clothingNames),
  metabolicClass: (value) => metabolicClassNames[Number(value)],
  isLockedOut: (value) => ({ 0: 'していない', 1: 'している' })[value],
  isDisabled: (value) => ({ 0: 'していない', 1: 'している' })[value],
  refusedFor: (value) =>
    ({
      noAccount: '使えるアカウントが見つからない',
      otherSubject: '認証サービスでのアカウントが、前回のログインのときと違う',
    })[value],
  matches: (value) => ({ loginId: labels.user.userName, email: labels.user.email })[value],
  gender: (value) => ({ 1: '男', 2: '女', 3: 'その他' })[value],
  handling: nameIn(handlingNames),
  outcome: nameIn(outcomeNames),
  gatewayType: (value) => gatewayTypeNames[value],
  installationStatus: (value) => installationStatusNames[value],
  deviceType: (value) => deviceTypeNames[value],
  meditagType: (value) => deviceTypeNames[value],
  safetyBeltType: (value) => deviceTypeNames[value],
  sismilType: (value) => sismilTypeNames[value],
  status: (value) => mapDisplayNames[value],
  type: (value) => mapTypeNames[value],
  kind: (value) => Object.entries(alertKindNames).find(([key]) => key === value)?.[1],
  drill: (value) => ({ 1: '訓練だけ', all: '訓練を含む' })[value],
  minLevel: (value) => `${Object.entries(gradeNames).find(([key]) => key === value)?.[1] ?? value}以上`,
  peopleSeen: (value) => `${value}人`,
}

const settingByField = new Map<string, SettingName>(settingNames.map((name) => [settingField(name), name]))

/** Who was written to is what a reader of the log looks for. */
const settingInWords = (name: SettingName, words: string, channels: ChannelNames | undefined) =>
  words.includes('@') ? words.replaceAll(',', '、') : settingValueInWords(name, words, channels)

const fieldInWords = (resource: string, field: string, value: unknown, channels: ChannelNames | undefined): string => {
  if (Array.isArray(value) && value.length > 0) return value.map((item) => fieldInWords(resource, field, item, channels)).join('、')
  const words = valueInWords(value)
  const setting = settingByField.get(field)
  if (setting !== undefined && words !== none) return settingInWords(setting, words, channels)
  const names = resource === 'notificationChannel' ? namesOfChannel : namesOfField
  return words === none ? none : (names[field]?.(words) ?? words)
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const ownLabels: Record<string, string> = {
  fullName: '氏名',
  officeName: '拠点',
  alertId: 'アラートの番号',
  lines: '件数',
  peopleSeen: '人数',
  about: '内容',
  byProvider: '会社の認証サービスで',
  byCard: '作業者証で',
  isShared: '共用の端末',
  isLockedOut: 'ロック',
  roleChanges: '権限の変わった人',
  moved: 'ほかのグループから移った人',
  people: '移った人',
  corners: '図面の四隅',
  devices: '未配置に戻した機器',
  endedSessions: '終えたログインの数',
  entries: '書き換えた記録の数',
  reason: '理由',
  endsOn: '期限',
  destination: '送り先',
}

/** Lists that are on the log as they were read: what their filters are called. */
const listOf: Record<string, Resource> = {
  conditionList: 'healthCondition',
  alertList: 'alert',
  mapPeople: 'healthCondition',
  people: 'user',
  liveStream: 'healthCondition',
}

const labelOfField = (resource: string, field: string): string => {
  const setting = settingByField.get(field)
  if (setting !== undefined) return settingLabel(setting)
  // The `id` of its labels is the site's, in the path of its calls.
  if (resource === 'ingestKey' && field === 'id') return labels.ingestKey.keyId
  const named = listOf[resource] ?? resource
  const known = keysOf(labels).find((one) => one === named)
  return (known === undefined ? undefined : labelOf(known, field)) ?? ownLabels[field] ?? field
}

/**
 * What differs between two states of a record; of one that was made or deleted, all it said.
 * @param channels names of notification channels by their ids, for steps of the escalation
 */
export const changesOf = (resource: string, before: unknown, after: unknown, channels?: ChannelNames): Change[] => {
  const [old, now] = [recordOf(before), recordOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !bookkeeping.has(field) && !isOfLayerAbove(field) && !same(old[field], now[field]))
    .map((field) => ({
      field,
      label: labelOfField(resource, field),
      before: fieldInWords(resource, field, old[field], channels),
      after: fieldInWords(resource, field, now[field], channels),
    }))
    .filter((change) => change.before !== change.after)
    .toSorted((one, other) => Number(other.field === 'peopleSeen') - Number(one.field === 'peopleSeen'))
}

type EntrySubject = Pick<AuditEntry, 'resource' | 'resourceId' | 'personName' | 'before' | 'after'>

/** What the record is called, so that nobody has to know its number. */
export const subjectOf = ({ resource, resourceId, personName, before, after }: EntrySubject): string | undefined => {
  // A list is of all whom its filters let through.
  if (Object.hasOwn(listOf, resource)) return undefined
  const record = { ...recordOf(before), ...recordOf(after) }
  // Of one person there are many alerts.
  if (resource === 'alert') return personName === null ? undefined : `${personName} No. ${resourceId}`
  // A change says only what it changed; an address alone would not say whose it is.
  if (personName !== null && typeof record['fullName'] !== 'string') return personName
  // A map is known by its building and floor; for a device these are only its place.
  if (resource !== 'siteMap') return nameOf(record)
  return [record['locationName'], record['floor']].filter((part) => typeof part === 'string').join(' ')
}
