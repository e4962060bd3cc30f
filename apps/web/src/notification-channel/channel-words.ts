import { type ChannelType, channelTypeNames } from '@mimamori/contract/channel-fields'
import type { Grade } from '@mimamori/contract/labels'
import type { ChannelLevel, NotificationChannel } from '@mimamori/contract/notification-channel'
import { clockOf, dayAndClockOf, daysBetween } from '../platform/japan-time.ts'

/** The letters in the square in place of a logo. */
export const channelLetters: Readonly<Record<ChannelType, string>> = {
  webhook: 'W',
  teams: 'T',
  slack: 'S',
  lineworks: 'LW',
  line: 'L',
  chatwork: 'C',
  sms: '電',
}

/** The levels that a channel can be sent, the gravest first, each with the mark it is drawn by. */
export const levelMarks: readonly { readonly level: ChannelLevel; readonly grade: Grade }[] = [
  { level: 4, grade: 'emergency' },
  { level: 3, grade: 3 },
  { level: 2, grade: 2 },
  { level: 1, grade: 1 },
]

/** The lowest level after a box was ticked or cleared: what is above goes along, and what is below goes away with it. */
export const lowestAfter = (level: ChannelLevel, isTicked: boolean): ChannelLevel =>
  isTicked ? level : (Math.min(level + 1, 4) as ChannelLevel)

/** The type as the list names it. */
export const typeInWords = ({ type }: Pick<NotificationChannel, 'type'>): string =>
  type === 'webhook' ? `${channelTypeNames.webhook}・署名つき` : channelTypeNames[type]

const plainClock = (clock: string): string => {
  const [hour, minute] = clock.split(':').map(Number)
  return minute === 0 ? `${hour}時` : `${hour}時${minute}分`
}

/** いつでも, or 6時–20時. */
export const hoursInWords = (hours: NotificationChannel['hours']): string =>
  hours === null ? 'いつでも' : `${plainClock(hours.from)}–${plainClock(hours.to)}`

/** 13:38 of today, 7/20 15:02 of a day before. */
export const momentOf = (at: string, now: number): string => {
  const instant = Date.parse(at)
  return daysBetween(instant, now) === 0 ? clockOf(instant) : dayAndClockOf(instant)
}

/** 0.8秒. */
export const tookInWords = (durationMs: number): string => (durationMs < 100 ? '0.1秒未満' : `${(durationMs / 1_000).toFixed(1)}秒`)

/** Which sites a channel is about: a site's name, or all of the company, which is named where there are several. */
export const placeInWords = (
  { officeName, companyName }: Pick<NotificationChannel, 'officeName' | 'companyName'>,
  isOneCompany = true,
): string => officeName ?? (isOneCompany ? '会社全体' : `${companyName}の全体`)
