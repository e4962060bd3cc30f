import { dayMs } from '@mimamori/contract/day'
import { japanDay } from '../../platform/japan-time.ts'
import { isWithinHours, type ListedChannel } from './read-channels.ts'

/** When something ordinary may leave for a channel: at once within its hours, else when they next begin. */
export const nextWithinHours = (channel: Pick<ListedChannel, 'hours_from' | 'hours_to'>, at: Date): Date => {
  if (isWithinHours(channel, at)) return at
  const begins = Date.parse(`${japanDay(at)}T${channel.hours_from}:00+09:00`)
  return new Date(begins > at.getTime() ? begins : begins + dayMs)
}
