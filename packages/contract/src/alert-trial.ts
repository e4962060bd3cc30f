import { z } from 'zod'
import type { outcomes } from './alert.ts'
import { settingField, type SettingName } from './settings.ts'
import { Day, Instant, WireDay, wireInteger } from './wire.ts'

const count = z.number().int().min(0)

/** Days and people of which one trial judges the readings again, at most. */
export const mostTrialDays = 7
export const mostTrialPeople = 200

/** The settings that a trial may change. Nothing of calls and of who is notified of an emergency is among them. */
export const trialSettings = [
  ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'SUSTAINED_HEARTBEAT_LOSS'],
  ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'INSTANTANEOUS_HEARTBEAT_LOSS'],
  ['COMPREHENSIVE_ALERT_DETECTION_DURATION', 'MAXIMUM_HEART_RATE'],
  ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'LEVEL_OF_MEASURING'],
  ['CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME'],
  ['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'],
  ['EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME'],
  ['GENERAL_ALERT_SETTING', 'HEAT_ALONE_MAX_LEVEL'],
] as const satisfies readonly SettingName[]
export type TrialSetting = (typeof trialSettings)[number]

/** The setting of a trial by type and key; undefined where a trial does not change it. */
export const trialSettingOf = (type: string, key: string): TrialSetting | undefined =>
  trialSettings.find((name) => settingField(name) === `${type}.${key}`)

/** A value that a trial plays with, as the master settings take it. */
const TrialValue = z.object({
  type: z.string(),
  key: z.string(),
  value: z.union([z.string(), z.number().transform(String)]),
})

export const AlertTrialRequest = z.object({
  officeId: wireInteger(1),
  from: WireDay,
  to: WireDay,
  settings: z.array(TrialValue).max(50),
})
export type AlertTrialRequest = z.output<typeof AlertTrialRequest>

/** What people would have been notified of: alerts of a person by the level at which they were, and emergencies of accumulated time. */
export const TrialLoad = z.object({ level1: count, level2: count, level3: count, emergency: count })
export type TrialLoad = z.infer<typeof TrialLoad>

/** A notice about a person that would have come later, or not at all; `at` is when it comes with the settings in force. */
const TrialChange = z.object({
  userId: z.number().int(),
  /** Added where the answer is read; null of somebody who is deleted or withdrew their consent. */
  userName: z.string().nullable().optional(),
  at: Instant,
  kind: z.enum(['condition', 'emergency']),
  level: z.number().int().min(0).max(3),
})

/** Outcomes that show that somebody was in danger, or near it. */
export const graveOutcomes = ['rested', 'sentHome', 'medical'] as const satisfies readonly (typeof outcomes)[number][]

/** The comparison of the settings in force with others, by judging the stored readings again with both (試算). */
export const AlertTrial = z.object({
  officeId: z.number().int(),
  from: Day,
  to: Day,
  settings: z.array(z.object({ type: z.string(), key: z.string(), before: z.string(), after: z.string() })),
  people: count,
  readings: count,
  before: TrialLoad,
  after: TrialLoad,
  /** Notices that come later, and by how many minutes. */
  later: z.array(TrialChange.extend({ minutes: z.number() })),
  /** Notices that do not come at all; `outcome` where somebody then rested, went home or saw a doctor. */
  missed: z.array(TrialChange.extend({ outcome: z.enum(graveOutcomes).nullable() })),
  /** People of the period who cannot be judged again (deleted, consent withdrawn), and of these those with such an outcome. */
  unjudged: z.object({ people: count, withOutcome: count }),
})
export type AlertTrial = z.infer<typeof AlertTrial>

/**
 * Whether the settings of a trial may be taken: as far as is known nobody is missed who then rested, went
 * home or saw a doctor, and something differs.
 */
export const mayAdopt = ({ settings, missed, unjudged }: AlertTrial): boolean =>
  settings.length > 0 && missed.every(({ outcome }) => outcome === null) && unjudged.withOutcome === 0
