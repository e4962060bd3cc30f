import { type AlertTrial, type AlertTrialRequest, message, settingFaults, settingField, settingLabel, settingOf } from '@mimamori/contract'
import { type SettingName, type SettingValue, trialSettingOf, trialSettings } from '@mimamori/contract'
import { badRequest } from '../../../platform/errors.ts'
import type { SettingsInForce } from '../../../shared/settings/settings.ts'
import type { Switches } from '../../alerts/notices/rules.ts'
import { type JudgeSettings, judgeSettingNames } from '../judge-settings.ts'

/** The master settings that a trial reads: those it may change, and whether people are notified of emergencies at all. */
export const wantedForTrial = {
  ...judgeSettingNames,
  target: ['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'],
  pauseMinutes: ['EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME'],
  emergencies: ['GENERAL_ALERT_SETTING', 'EMERGENCY_RESPONSE_ALERT'],
} as const satisfies Readonly<Record<string, SettingName>>

type InForce = SettingsInForce<typeof wantedForTrial>

/** What one side of a trial is judged by, and what of it people are notified of. */
export type TrialSide = { readonly judge: JudgeSettings; readonly switches: Switches; readonly pauseMs: number }

type Change = AlertTrialRequest['settings'][number]

/** @throws Refusal 400 naming each setting that a trial cannot change, or whose value cannot be read */
export const checkTrialSettings = (changes: readonly Change[]): void => {
  const faults = changes.flatMap(({ type, key, value }) => {
    const name = trialSettingOf(type, key)
    if (name === undefined) return [message('trialSetting', { type, key })]
    return settingFaults(name, value).map((fault) => `${settingLabel(name)}：${fault}`)
  })
  if (faults.length > 0) throw badRequest(...faults)
}

/** The value of a setting with the changes of a trial; of several for one setting the last counts. */
const valueWith = <Name extends SettingName>(changes: readonly Change[], name: Name, before: SettingValue<Name>): SettingValue<Name> => {
  const change = changes.findLast(({ type, key }) => `${type}.${key}` === settingField(name))
  return change === undefined ? before : settingOf(...name).schema.parse(change.value)
}

/** The settings of one side of a trial: those in force, with changes. */
export const sideOf = (inForce: InForce, changes: readonly Change[]): TrialSide => {
  const wanted = wantedForTrial
  return {
    judge: {
      sustainedMinutes: valueWith(changes, wanted.sustainedMinutes, inForce.sustainedMinutes.value),
      instantaneousMinutes: valueWith(changes, wanted.instantaneousMinutes, inForce.instantaneousMinutes.value),
      maximumMinutes: valueWith(changes, wanted.maximumMinutes, inForce.maximumMinutes.value),
      emergencyLevel: valueWith(changes, wanted.emergencyLevel, inForce.emergencyLevel.value),
      emergencyMinutes: valueWith(changes, wanted.emergencyMinutes, inForce.emergencyMinutes.value),
      heatAloneMaxLevel: valueWith(changes, wanted.heatAloneMaxLevel, inForce.heatAloneMaxLevel.value),
    },
    switches: {
      target: valueWith(changes, wanted.target, inForce.target.value),
      emergencies: inForce.emergencies.value === '1',
      aliveMonitoring: false,
    },
    pauseMs: valueWith(changes, wanted.pauseMinutes, inForce.pauseMinutes.value) * 60_000,
  }
}

/** The settings in which a trial differs from those in force, before and after. */
export const changedSettings = (inForce: InForce, changes: readonly Change[]): AlertTrial['settings'] =>
  trialSettings.flatMap((name) => {
    const [type, key] = name
    const own = Object.entries(wantedForTrial).find(([, wanted]) => settingField(wanted) === settingField(name))?.[0]
    const entry = Object.entries(inForce).find(([field]) => field === own)?.[1]
    const change = changes.findLast((one) => one.type === type && one.key === key)
    if (entry === undefined || change === undefined) return []
    const [before, after] = [String(entry.value), String(settingOf(...name).schema.parse(change.value))]
    return before === after ? [] : [{ type, key, before, after }]
  })
