import type { SettingName, SettingValue } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { readSettings } from '../../shared/settings/settings.ts'

const wanted = {
  sustainedMinutes: ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'SUSTAINED_HEARTBEAT_LOSS'],
  instantaneousMinutes: ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'INSTANTANEOUS_HEARTBEAT_LOSS'],
  maximumMinutes: ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'MAXIMUM_HEART_RATE'],
  emergencyLevel: ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'LEVEL_OF_MEASURING'],
  heatAloneMaxLevel: ['GENERAL_ALERT_SETTING', 'HEAT_ALONE_MAX_LEVEL'],
  emergencyMinutes: ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME'],
} as const satisfies Record<string, SettingName>

/** An office's master settings for the judge. Durations in minutes. */
export type JudgeSettings = { readonly [Name in keyof typeof wanted]: SettingValue<(typeof wanted)[Name]> }

/** The judge's settings in force at each of the offices; every office asked for is in the answer. */
export const loadJudgeSettings = async (
  client: PoolClient,
  log: Logger,
  offices: readonly OfficeKey[],
): Promise<Map<number, JudgeSettings>> => {
  const settings = await readSettings(client, log, offices, wanted)
  return new Map(
    [...settings].map(([officeId, values]) => [
      officeId,
      {
        sustainedMinutes: values.sustainedMinutes.value,
        instantaneousMinutes: values.instantaneousMinutes.value,
        maximumMinutes: values.maximumMinutes.value,
        emergencyLevel: values.emergencyLevel.value,
        heatAloneMaxLevel: values.heatAloneMaxLevel.value,
        emergencyMinutes: values.emergencyMinutes.value,
      },
    ]),
  )
}
