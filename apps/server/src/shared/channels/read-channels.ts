import {
  type ChannelFailure,
  type ChannelKind,
  channelKindOf,
  type ChannelType,
  isEmergencyKind,
  type AlertKind,
  type Language,
} from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { japanClock } from '../../platform/japan-time.ts'

/** A channel as the rules see it that decide what is sent to it. */
export type ListedChannel = {
  readonly channel_id: string
  readonly type: ChannelType
  readonly name: string
  /** Null where it is of the whole company. */
  readonly office_id: number | null
  readonly level: number
  readonly kinds: readonly ChannelKind[]
  /** HH:MM; both or neither. */
  readonly hours_from: string | null
  readonly hours_to: string | null
  readonly language: Language
  readonly with_names: boolean
  /** Attempts that failed in a row, and why the last one did. */
  readonly failures: number
  readonly failure: ChannelFailure | null
  /** Until when its service asked to be left alone. */
  readonly paused_until: Date | null
}

/** From so many failures in a row on a channel counts as broken: it reaches nobody, and administrators are notified. */
export const brokenFrom = 3

/** What passes by itself; all other failures remain until somebody changes the channel or its service. */
const passing: readonly ChannelFailure[] = ['busy', 'serverFault', 'timeout', 'unreachable', 'badNumber', 'tooOld']

/** Whether a message would arrive, as far as the last attempts show: not where one was refused for good, nor while the service is to be left alone. */
export const isTaking = (
  { failures, failure, paused_until: until }: Pick<ListedChannel, 'failures' | 'failure' | 'paused_until'>,
  now: Date,
): boolean => failures < brokenFrom && (failures === 0 || failure === null || passing.includes(failure)) && (until === null || until <= now)

/** Level of a channel that is sent emergencies alone. */
const emergencyLevel = 4

/** The channels of a company that are switched on, by name. */
export const readChannels = async (db: Db, companyId: number): Promise<ListedChannel[]> => {
  const { rows } = await sql<ListedChannel>`${prepared('channels')}
    select n.channel_id, n.type, n.name, n.office_id, n.level, n.kinds, n.hours_from, n.hours_to, n.language, n.with_names, n.failures, n.failure,
           n.paused_until
      from notification_channel n
     where n.company_id = ${companyId} and n.is_enabled
     order by n.name collate "ja-x-icu", n.channel_id`.execute(db)
  return rows
}

/** An alert as far as it decides which channels it goes to; its level counts a belt and a report as 3. */
type Concern = { readonly kind: AlertKind; readonly officeId: number; readonly level: number }

/** Emergencies, calls, reports and alarms of devices: no level, kind or hours of a channel keep them back. */
export const alwaysGoesOut = (kind: AlertKind): boolean => isEmergencyKind(kind) || kind === 'report'

/** Whether a time of day in Japan lies in a channel's hours, which may pass midnight. */
export const isWithinHours = ({ hours_from: from, hours_to: to }: Pick<ListedChannel, 'hours_from' | 'hours_to'>, now: Date): boolean => {
  if (from === null || to === null) return true
  const clock = japanClock(now)
  return from < to ? clock >= from && clock < to : clock >= from || clock < to
}

/** Whether a channel is of the place where it happened. */
export const isOfPlace = ({ office_id }: Pick<ListedChannel, 'office_id'>, officeId: number): boolean =>
  office_id === null || office_id === officeId

/** Whether an alert is of a channel's place, kinds and level, at whatever time of day. */
export const isChosen = (channel: Pick<ListedChannel, 'office_id' | 'kinds' | 'level'>, { kind, officeId, level }: Concern): boolean => {
  if (kind === 'battery' || kind === 'clock' || !isOfPlace(channel, officeId)) return false
  if (alwaysGoesOut(kind)) return true
  const channelKind = channelKindOf(kind)
  if (channelKind === 'always' || !channel.kinds.includes(channelKind)) return false
  const hasLevel = channelKind !== 'silent' && channelKind !== 'device'
  return hasLevel ? level >= channel.level : channel.level < emergencyLevel
}

/** Whether a channel is sent an alert when people are first notified of it. */
export const isWanted = (channel: ListedChannel, concern: Concern, now: Date): boolean =>
  isChosen(channel, concern) && (alwaysGoesOut(concern.kind) || isWithinHours(channel, now))
