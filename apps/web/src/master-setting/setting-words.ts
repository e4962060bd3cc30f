import { gradeNames } from '@mimamori/contract/labels'
import { roleNames } from '@mimamori/contract/role'
import { settingLabel } from '@mimamori/contract/setting-faults'
import { type EscalationRole, escalationRoles, rotaStep, type SettingName, settingOf } from '@mimamori/contract/settings'
import type { SettingOrigin } from '@mimamori/contract/master-setting'
import { settingValueInWords } from '../organisation/settings/setting-value.ts'
import type { ShownSetting } from './setting-state.ts'

export const originNames: Record<SettingOrigin, string> = { office: '拠点', company: '会社', default: '既定' }

/**
 * A change in words: 「最大心拍超過：2分 → 4分」.
 * @param channels names of notification channels by their ids
 */
export const changeInWords = ({ name, before, value }: ShownSetting, channels: ReadonlyMap<string, string>): string =>
  `${settingLabel(name)}：${settingValueInWords(name, before, channels)} → ${settingValueInWords(name, value, channels)}`

const numberOf = (text: string) => (/^\d+$/.test(text.normalize('NFKC').trim()) ? Math.max(Number(text.normalize('NFKC')), 1) : undefined)

const slower: Readonly<Record<string, string>> = {
  SUSTAINED_HEARTBEAT_LOSS: `${gradeNames[1]}になります`,
  INSTANTANEOUS_HEARTBEAT_LOSS: `${gradeNames[2]}になります`,
  MAXIMUM_HEART_RATE: `${gradeNames[3]}になります`,
  ACCUMULATED_TIME: `${gradeNames.emergency}になります`,
}

const targetCautions: Readonly<Record<string, string>> = {
  '0': `${gradeNames[3]}になっても、メールもプッシュも届かず、再通知もしません。安全帯のアラートも同じです。緊急と呼出、機器の警報は、これとは別に送ります。`,
}

const switchCautions: Readonly<Record<string, string>> = {
  EMERGENCY_RESPONSE_ALERT: '緊急と呼出、機器の警報（転倒や助けを求める通報など）は、メールもプッシュも届かず、再通知もしません。',
  ALIVE_MONITORING_ALERT: 'データが途絶えても、心拍が取れなくなっても、メールもプッシュも届きません。',
}

const minutesCaution = (value: string, byDefault: readonly number[]): string | undefined => {
  const minutes = value.split(',').map(Number)
  return minutes.some((minute, index) => minute > (byDefault[index] ?? Number.POSITIVE_INFINITY))
    ? '既定より遅く再通知します。だれも確認しないまま、時間がたつことがあります。'
    : undefined
}

const stepsCaution = (value: string): string | undefined => {
  const named = value.split(',')
  // Who is on duty is one of them, or all of them are where a place is empty.
  const onDuty: readonly EscalationRole[] = named.includes(rotaStep) ? ['GroupSubLeader', 'GroupLeader', 'HeadquartersAdmin'] : []
  const missing = escalationRoles.filter((role) => !named.includes(role) && !onDuty.includes(role))
  return missing.length === 0 ? undefined : `だれも確認しなくても、${missing.map((role) => roleNames[role]).join('と')}には知らせません。`
}

/** What a value costs in safety against the default; undefined where alarms come as early and as often. */
export const cautionOf = (name: SettingName, value: string): string | undefined => {
  const [, key] = name
  const byDefault: unknown = settingOf(...name).default
  if (key === 'EMAIL_SENDING_TARGET') return targetCautions[value]
  if (key === 'MINUTES') return minutesCaution(value, byDefault as readonly number[])
  if (key === 'STEPS') return stepsCaution(value)
  if (value === '0' && switchCautions[key] !== undefined) return switchCautions[key]
  const late = typeof byDefault === 'number' ? (numberOf(value) ?? byDefault) - byDefault : 0
  if (late <= 0) return undefined
  const then = slower[key]
  if (then !== undefined) return `既定より${late}分遅く${then}。判定を待つあいだに症状が進むことがあります。`
  if (key === 'ALARM_CANCEL_SECONDS')
    return `転倒・動きなし・暑さの警報を、既定より${late}秒遅く知らせます。助けを求める通報は、すぐに知らせます。`
  return key === 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME'
    ? `既定より${late}分長く、同じ人の同じアラートのメールとプッシュを止めます（再通知は続きます）。段階が上がったとき、緊急、呼出、機器の警報は止めません。`
    : undefined
}

/**
 * Who is not notified again although steps are set, because they were not notified at all; undefined if all are.
 * @param target EMAIL_SENDING_TARGET
 * @param emergencies EMERGENCY_RESPONSE_ALERT
 */
export const untoldCaution = (target: string | undefined, emergencies: string | undefined): string | undefined => {
  const untold = [emergencies === '0' && '緊急と呼出、機器の警報', target === '0' && `${gradeNames[3]}と安全帯`].filter(
    (part) => part !== false,
  )
  return untold.length === 0 ? undefined : `${untold.join('、')}は送らない設定のため、再通知もしません。`
}

const personal: readonly string[] = ['AGE', 'HEART_BEATS', 'CONTACT_ADDRESS']

/** True for an item of the mail that says something about a person's body or where to reach them. */
export const isPersonal = ([type, key]: SettingName): boolean => type === 'EMAIL_ALERT_DISPLAY_ITEM_SETTING' && personal.includes(key)

/** Said before such an item leaves in mails. */
export const personalCaution =
  '年齢・心拍・連絡先は個人の情報です。メールは転送されたり、他の人の画面に出たりすることがあります。必要なときだけ載せてください。'
