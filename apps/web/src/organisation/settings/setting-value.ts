import { readCheckQuestions } from '@mimamori/contract/check-questions'
import { checkMarkOf } from '@mimamori/contract/check-words'
import { isDisplayType } from '@mimamori/contract/display-items'
import { gradeNames } from '@mimamori/contract/labels'
import { mergeAddresses } from '@mimamori/contract/mail-address'
import {
  channelOfStep,
  type EscalationStep,
  peopleStepNames,
  type SettingName,
  settingOf,
  splitAddresses,
} from '@mimamori/contract/settings'

/** From which personal level on a mail goes out, by the value of EMAIL_SENDING_TARGET. */
export const targetNames: Readonly<Record<string, string>> = {
  '0': '送らない',
  '1': `${gradeNames[1]}から`,
  '2': `${gradeNames[2]}から`,
  '3': `${gradeNames[3]}から`,
}

/** Names of notification channels by their ids. */
export type ChannelNames = ReadonlyMap<string, string>

const peopleNames: Readonly<Record<string, string>> = peopleStepNames

/** Whom a step of the escalation notifies: a role, or a channel by its name where that is known. */
export const stepInWords = (step: EscalationStep, channels?: ChannelNames): string => {
  const channel = channelOfStep(step)
  if (channel === undefined) return peopleNames[step] ?? step
  const name = channels?.get(channel)
  return name === undefined ? '通知先' : `通知先 ${name}`
}

const addressKeys: readonly string[] = ['TO', 'CC', 'BCC']

/**
 * A value as people read it.
 * @param channels names of notification channels by their ids, for steps of the escalation
 */
export const settingValueInWords = (name: SettingName, value: string, channels?: ChannelNames): string => {
  const [type, key] = name
  if (value === '') return 'なし'
  if (addressKeys.includes(key)) return `${mergeAddresses(splitAddresses(value)).length}件`
  if (key === 'EMAIL_SENDING_TARGET') return targetNames[value] ?? value
  if (key === 'HEAT_ALONE_MAX_LEVEL') return `${value === '3' ? gradeNames[3] : gradeNames[2]}まで`
  if (key === 'LEVEL_OF_MEASURING') return `${value}以上`
  if (key === 'QUESTIONS') return (readCheckQuestions(value) ?? []).map(checkMarkOf).join('・') || 'なし'
  if (key === 'STEPS')
    return value
      .split(',')
      .map((step) => stepInWords(step as EscalationStep, channels))
      .join('→')
  if (type === 'GENERAL_ALERT_SETTING') return value === '1' ? '送る' : '送らない'
  if (isDisplayType(type) || key === 'DISPLAY') return value === '1' ? '表示' : '非表示'
  if (key === 'SECOND_FACTOR_REQUIRED') return value === '1' ? '必須' : '任意'
  if (key === 'CLEARED_BY_ACKNOWLEDGEMENT') return value === '1' ? '消す' : '消さない'
  if (key === 'LIT_BY_DRILLS') return value === '1' ? '点ける' : '点けない'
  const { unit } = settingOf(...name)
  return unit === null ? value : `${value.replaceAll(',', '・')}${unit}`
}
