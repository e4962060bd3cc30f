import { DEFAULT_EMERGENCY_SETTINGS } from '@mimamori/heat'
import type { PoolClient } from 'pg'

/** What an office's master settings say to the judge. Durations in minutes. */
export type JudgeSettings = {
  readonly sustainedMinutes: number
  readonly instantaneousMinutes: number
  readonly maximumMinutes: number
  readonly emergencyLevel: 1 | 2 | 3
  readonly emergencyMinutes: number
}

/** Where neither office nor company says otherwise: decisions/0004. */
export const defaultJudgeSettings: JudgeSettings = {
  sustainedMinutes: 5,
  instantaneousMinutes: 1,
  maximumMinutes: 1,
  ...DEFAULT_EMERGENCY_SETTINGS,
}

const settingNames: Record<string, keyof JudgeSettings> = {
  SUSTAINED_HEARTBEAT_LOSS: 'sustainedMinutes',
  INSTANTANEOUS_HEARTBEAT_LOSS: 'instantaneousMinutes',
  MAXIMUM_HEART_RATE: 'maximumMinutes',
  LEVEL_OF_MEASURING: 'emergencyLevel',
  ACCUMULATED_TIME: 'emergencyMinutes',
}

type SettingRow = { office_id: number; key: string | null; value: string | null }

// Rows of the company come before those of the office, so that the office's overwrite them.
const settingsOfOffices = {
  name: 'ingest-settings',
  text: `
    select o.office_id, s.key, s.value
      from office o
      left join master_setting s
        on (s.office_id = o.office_id or s.company_id = o.company_id)
       and s.type in ('COMPREHENSIVE_ALERT_DETECTION_DURATION', 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION')
     where o.office_id = any($1::int[])
     order by s.office_id nulls first`,
}

/** The judge's settings in force at each of the offices; every office asked for is in the answer. */
export const loadJudgeSettings = async (client: PoolClient, officeIds: readonly number[]): Promise<Map<number, JudgeSettings>> => {
  const { rows } = await client.query<SettingRow>({ ...settingsOfOffices, values: [officeIds] })
  const settings = new Map(officeIds.map((officeId) => [officeId, defaultJudgeSettings]))
  for (const row of rows) {
    const name = row.key === null ? undefined : settingNames[row.key]
    const value = Number(row.value)
    const before = settings.get(row.office_id)
    if (name === undefined || before === undefined || row.value === null || !Number.isFinite(value)) continue
    if (name === 'emergencyLevel' && ![1, 2, 3].includes(value)) continue
    settings.set(row.office_id, { ...before, [name]: value })
  }
  return settings
}
