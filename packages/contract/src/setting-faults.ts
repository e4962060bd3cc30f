import { remedyOf } from './issue-text.ts'
import { isDisplayType } from './display-items.ts'
import { isMailAddress } from './mail-address.ts'
import { settingLabels, settingTypeLabels } from './setting-labels.ts'
import { settingOf, type SettingName, splitAddresses } from './settings.ts'

/** Characters that a value may have; durations may have 255. */
export const longestValue = 10_000
const longestNumber = 255

/** What is wrong with an address that alerts or reports are mailed to, naming it; undefined where nothing is. */
export const addressFault = (address: string): string | undefined => {
  if (isMailAddress(address)) return undefined
  const [, domain, ...more] = address.split('@')
  if (domain === undefined) return `「${address}」には@がありません。`
  if (more.length === 0 && /^[A-Za-z0-9-]+$/.test(domain)) return `「${address}」は届きません。「.co.jp」などを足してください。`
  return `「${address}」は、メールの形式が正しくありません。`
}

const addressKeys: readonly string[] = ['TO', 'CC', 'BCC']

/**
 * What is wrong with a setting's value as text, and what to do, one sentence a fault, without the setting's name; of
 * addresses each wrong one is named.
 */
export const settingFaults = (name: SettingName, text: string): string[] => {
  const [type, key] = name
  if (type === 'EMAIL_ALERT_SETTING' && addressKeys.includes(key)) {
    const wrong = splitAddresses(text).flatMap((address) => addressFault(address) ?? [])
    if (wrong.length > 0) return [...new Set(wrong)]
  }
  // An empty part of a list falls away, and with it the step that somebody forgot to fill in.
  if (key === 'MINUTES' && text.includes(',') && text.split(',').some((part) => part.trim() === ''))
    return ['空いた時間があります。分を入力してください。']
  const { schema, default: byDefault } = settingOf(...name)
  const longest = typeof byDefault === 'number' ? longestNumber : longestValue
  if (text.length > longest) return [`${longest}文字以内で入力してください。`]
  const read = schema.safeParse(text, { reportInput: true })
  if (read.success) return []
  if (isDisplayType(type) && text === '0') return ['この項目は隠せません。']
  return [...new Set(read.error.issues.map(remedyOf))]
}

/** The label of a setting beside others: a display item is named with its list. */
export const settingLabel = ([type, key]: SettingName): string =>
  isDisplayType(type) ? `${settingTypeLabels[type]}・${settingLabels[key]}` : settingLabels[key]
