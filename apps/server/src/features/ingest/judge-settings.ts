import type { SettingName, SettingValue } from '@mimamori/contract'
import { ageForLimits, heartLimits, type WorkerSettings, workingHoursOf } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { attentionOfRow, heatBasisOfRow, heatLayerColumns, type HeatLayerRow } from '../../shared/organisation/heat-layers.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { readSettings } from '../../shared/settings/settings.ts'

/** The master settings that the judge follows. */
export const judgeSettingNames = {
  sustainedMinutes: ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'SUSTAINED_HEARTBEAT_LOSS'],
  instantaneousMinutes: ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'INSTANTANEOUS_HEARTBEAT_LOSS'],
  maximumMinutes: ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'MAXIMUM_HEART_RATE'],
  emergencyLevel: ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'LEVEL_OF_MEASURING'],
  heatAloneMaxLevel: ['GENERAL_ALERT_SETTING', 'HEAT_ALONE_MAX_LEVEL'],
  emergencyMinutes: ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME'],
} as const satisfies Record<string, SettingName>

/** An office's master settings for the judge. Durations in minutes. */
export type JudgeSettings = { readonly [Name in keyof typeof judgeSettingNames]: SettingValue<(typeof judgeSettingNames)[Name]> }

/** The judge's settings in force at each of the offices; every office asked for is in the answer. */
export const loadJudgeSettings = async (
  client: PoolClient,
  log: Logger,
  offices: readonly OfficeKey[],
): Promise<Map<number, JudgeSettings>> => {
  const settings = await readSettings(client, log, offices, judgeSettingNames)
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

/** What a person (`u`) is judged by beside the master settings, with their office (`o`) and group (`g`, outer-joined). */
export const judgedPersonColumns = `u.date_of_birth, u.heart_judged, o.opens_at, o.closes_at, ${heatLayerColumns}`

/** A row of `judgedPersonColumns`. */
export type JudgedPersonRow = HeatLayerRow & {
  readonly date_of_birth: string | null
  readonly heart_judged: boolean
  readonly opens_at: string
  readonly closes_at: string
}

/** What a person is judged by on a day of Japan, YYYY-MM-DD, and the WBGT (°C) from which their minute is one of exposure. */
export const workerSettingsOf = (
  row: JudgedPersonRow,
  judge: JudgeSettings,
  day: string,
): { readonly settings: WorkerSettings; readonly exposureWbgt: number } => {
  const { referenceWbgt, clothingAdjustment, exposureWbgt, attentionReferenceWbgt } = heatBasisOfRow(row, day)
  const periods = attentionOfRow(row)
  // Read with the person, and judged by the time of each reading: a late one takes what held then.
  const attention = periods.length === 0 ? {} : { attention: { periods, referenceWbgt: attentionReferenceWbgt } }
  const limits = heartLimits(ageForLimits(row.date_of_birth, day).ageYears)
  const workingHours = workingHoursOf(row.opens_at, row.closes_at)
  const settings = { ...judge, referenceWbgt, clothingAdjustment, limits, heartJudged: row.heart_judged, workingHours, ...attention }
  return { settings, exposureWbgt }
}
