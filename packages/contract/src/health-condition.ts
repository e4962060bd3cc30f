import { z } from 'zod'
import { Acclimatisation } from './acclimatisation.ts'
import { DeviceWarnings } from './device-warning.ts'
import { endpoint } from './endpoint.ts'
import { admins, leaders, roles } from './role.ts'
import { AlertEpisode, deviceAlarmKinds, losses } from './alert.ts'
import { SelfAnswer } from './self-report.ts'
import { wbgtSources } from './wbgt-source.ts'
import { Instant, listOf, listQuery, wireFlag, wireInteger } from './wire.ts'
import { hiddenFromKeys, ofScope, vital } from './read-scope.ts'

const flag = z.enum(['0', '1'])

/** −1 shows blank, null is no record. */
export const WireLevel = z.number().int().min(-1).max(3).nullable()

/** A worker's condition now. `bateryLevel` is the customer's spelling. */
export const HealthRow = z.object({
  userId: z.number().int(),
  fullName: z.string(),
  furigana: z.string(),
  age: vital(z.number().int().nullable()),
  officeId: z.number().int(),
  baseName: z.string(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  heartRate: vital(z.number().int().nullable()),
  limits: vital(z.object({ sustained: z.number(), instantaneous: z.number(), maximum: z.number() })),
  /** False for somebody whose heart rate is shown and not judged (心拍で判断しない). */
  heartJudged: vital(z.boolean()),
  excess: z.number().nullable(),
  wbgtValue: z.number().nullable(),
  /** Where the heat value was measured: the watcher's place, or the public station. */
  wbgtMeasurementPoint: z.string().nullable(),
  wbgtSource: z.enum(wbgtSources).nullable(),
  bateryLevel: z.number().int().nullable(),
  /** Service-unit admin only; null for everyone else. */
  waveLevel: z.number().int().nullable(),
  locationName: z.string().nullable(),
  /** The total level. */
  alertLevel: WireLevel,
  /** Whether this person needs somebody: the heart level; the heat level for somebody whose heart is not judged. */
  personalLevel: WireLevel,
  /** The own measure (本人の目安), bpm; null without one, and to those who do not see it. */
  ownMean: hiddenFromKeys(z.number().nullable()),
  ownPeak: hiddenFromKeys(z.number().nullable()),
  /** Of how many shifts the own measure is the median. */
  ownShifts: hiddenFromKeys(z.number().int().nullable()),
  /**
   * When the mean of 30 minutes last passed the strain limit (働きすぎの目安) in the shift that runs; it changes no level. Null to those
   * who do not see the own measure.
   */
  strainedAt: hiddenFromKeys(Instant.nullable()),
  /**
   * Minutes in heat (WBGT ≥28 or air ≥31 °C) in the working day: in all, on end now, and the longest on end. Null while nothing current
   * is read, or the heat is not known.
   */
  heatMinutesToday: z.number().int().nullable(),
  heatMinutesOnEnd: z.number().int().nullable(),
  heatMinutesLongest: z.number().int().nullable(),
  /** Since when the person rests (休憩中); null where they do not. */
  resting: Instant.nullable(),
  /** 要注意 by the morning check, now; null to those who do not see the own measure. */
  attention: hiddenFromKeys(z.boolean().nullable()),
  /** Since when a report (申告) by or about the person is open, which gives no level; null without one. */
  reportedAt: Instant.nullable(),
  /** When the reading shown was taken. */
  alertTime: Instant.nullable(),
  /** Since when the person has the level shown. */
  levelSince: Instant.nullable(),
  /** Of the judge's, or an alarm of a device, whose kind `alarm` says: that changes no level. */
  emergency: flag,
  alarm: z.enum(deviceAlarmKinds).nullable(),
  emergencySince: Instant.nullable(),
  /** '0' silent (データ途絶), '1' heart rate unavailable (心拍取得不可), '' normal. */
  status: z.enum(['0', '1', '']),
  /** What was there recently and is not now: the level is kept instead. */
  lost: z.array(z.enum(losses)),
  /** What the level rests on, in words; null at 0 and without a record. */
  reason: vital(z.string().nullable()),
  mapId: z.number().int().nullable(),
  /** '1' where there is no current data, no level is held and nothing is reported: hidden while 'hide workers' is on. */
  hideData: flag,
  deviceType: z.string().nullable(),
  /** What of the worn device's heart rates somebody should look at; it changes no level. */
  warnings: vital(DeviceWarnings),
})
export type HealthRow = z.infer<typeof HealthRow>

export const HealthDetailItem = z.object({
  time: Instant,
  heartRate: vital(z.number().int().nullable()),
  excess: z.number().nullable(),
  wbgtValue: z.number().nullable(),
  alertLevel: WireLevel,
  /** '1' in the minute an alert mail went out. */
  alertMail: flag,
  /** What was not read, so that the level of the value before it was kept. */
  kept: z.array(z.enum(['heartRate', 'wbgt'])),
  /** By how many seconds the device's clock was ahead (negative: behind), where its time was corrected. */
  clockError: z.number().int().nullable(),
})

export const HealthDetail = z.object({
  userId: z.number().int(),
  fullName: z.string(),
  furigana: z.string(),
  affiliation1: z.string().nullable(),
  phoneNumber: hiddenFromKeys(z.string().nullable()),
  leaderId: z.number().int().nullable(),
  leaderName: z.string().nullable(),
  groupName: z.string().nullable(),
  leaderContact: hiddenFromKeys(z.string().nullable()),
  officeId: z.number().int(),
  officeName: z.string(),
  age: vital(z.number().int().nullable()),
  /** True where no date of birth is on record and the limits assume the default age. */
  ageAssumed: vital(z.boolean()),
  date: z.iso.date(),
  limits: vital(
    z.object({
      sustained: z.number(),
      instantaneous: z.number(),
      maximum: z.number(),
      ownMean: hiddenFromKeys(z.number().nullable()),
      ownPeak: hiddenFromKeys(z.number().nullable()),
    }),
  ),
  referenceWbgt: z.number(),
  /**
   * When the person was 要注意 on that day, by the values of the not acclimatised; null to those who do not see the own measure.
   * `referenceWbgt` is then that of these times.
   */
  attention: hiddenFromKeys(z.array(z.object({ from: Instant, to: Instant })).nullable()),
  /** Days on end without exposure, from the fourth on; after the twentieth only of somebody who counts as acclimatised. */
  daysWithoutExposure: vital(z.number().int().nullable()),
  /** The acclimatisation plan of the working day; null at an archived office. */
  acclimatisation: hiddenFromKeys(Acclimatisation.nullable()),
  /** Minutes counted towards an emergency, the level they count from, and the minutes that make one. */
  accumulated: vital(z.object({ minutes: z.number(), level: z.number().int(), limitMinutes: z.number() })),
  /** What the person said last of how they feel, in the last 30 days; null where they said nothing. */
  lastAnswer: vital(SelfAnswer.nullable()),
  now: HealthRow,
  listData: z.array(HealthDetailItem),
  listAlert: ofScope('alerts', z.array(AlertEpisode)),
})
export type HealthDetail = z.infer<typeof HealthDetail>

export const healthSortKeys = [
  'fullName',
  'age',
  'baseName',
  'groupName',
  'heartRate',
  'excess',
  'wbgtValue',
  'wbgtMeasurementPoint',
  'bateryLevel',
  'waveLevel',
  'locationName',
  'alertLevel',
  'alertTime',
  'emergency',
] as const

export const healthCondition = {
  list: endpoint({
    method: 'GET',
    path: '/api/HealthCondition',
    permission: [...admins, ...leaders],
    readBy: 'condition',
    summary:
      '体調一覧。既定の並びは緊急、申告、本人の段階、総合アラート、WBGT超過の順。healthData=1 は現在のデータがない作業者を除く。longInHeat=1 はきょう暑さの中に長くいる作業者だけ。',
    query: z.object({
      ...listQuery,
      companyId: wireInteger(1).optional(),
      officeId: wireInteger(1).optional(),
      groupId: wireInteger(1).optional(),
      healthData: wireFlag.default(false),
      /** Only those at or above this level, in an emergency, or with an open report. */
      minLevel: wireInteger(0, 3).optional(),
      /** Only those whose time in heat is long today: 45 minutes on end, or three and a half hours in all. */
      longInHeat: wireFlag.optional(),
      sort: z.string().optional(),
    }),
    answer: listOf(HealthRow),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/HealthCondition/Summary',
    permission: roles,
    readBy: 'condition',
    summary: '範囲内の作業者を、総合アラートごとに数える。',
    query: z.object({ officeId: wireInteger(1).optional(), groupId: wireInteger(1).optional() }),
    answer: z.object({
      workers: z.number().int(),
      emergency: z.number().int(),
      level3: z.number().int(),
      level2: z.number().int(),
      level1: z.number().int(),
      level0: z.number().int(),
      none: z.number().int(),
      silent: z.number().int(),
      lastReceivedAt: Instant.nullable(),
    }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/HealthCondition/:userId/:dayOffset',
    permission: roles,
    readBy: 'condition',
    summary: '体調詳細。dayOffset は 0 今日、1 昨日、2 一昨日。',
    params: z.object({ userId: wireInteger(1), dayOffset: wireInteger(0, 2) }),
    answer: HealthDetail,
  }),
}
