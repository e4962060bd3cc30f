import { endingNames, type AlertEpisode } from '@mimamori/contract/alert'
import { spanInWords } from '@mimamori/contract/time-words'
import { clockOf, dateOf } from '../platform/japan-time.ts'

/** 13:31 today, 07/20 14:08 this year, 2025/07/20 14:08 before. */
export const whenInWords = (at: string, now: number): string => {
  const instant = Date.parse(at)
  const [day, today] = [dateOf(instant), dateOf(now)]
  if (day === today) return clockOf(instant)
  const shown = day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day
  return `${shown.replaceAll('-', '/')} ${clockOf(instant)}`
}

/** How its condition ended and after how long: 13:29 回復（8分）. It must have ended. */
export const endInWords = ({ startedAt, endedAt, ending }: AlertEpisode & { readonly endedAt: string }, now: number): string =>
  `${whenInWords(endedAt, now)} ${ending === null ? '終了' : endingNames[ending]}（${spanInWords(Date.parse(endedAt) - Date.parse(startedAt))}）`

/** Why, without numbers where a list hides one of them: the reason of the heart reveals the age as well. */
export const reasonOf = ({ reason, plainReason }: AlertEpisode, shows: (item: 'HEART_RATE' | 'WBGT_EXCESSIVE') => boolean): string =>
  shows('HEART_RATE') && shows('WBGT_EXCESSIVE') ? reason : plainReason

/** The same beside `subjectOf`, which says it already of an alert that is about nobody. */
export const furtherReasonOf = (alert: AlertEpisode, shows: Parameters<typeof reasonOf>[1]): string | undefined =>
  alert.fullName === null ? undefined : reasonOf(alert, shows)

/** Where it happened, so far as it is known and shown. */
export const placeAndGroupOf = (
  { locationName, groupName }: AlertEpisode,
  shows: (item: 'LOCATION' | 'LOCATION_INFORMATION') => boolean,
): string =>
  [shows('LOCATION') && shows('LOCATION_INFORMATION') ? locationName : null, groupName].filter((part) => part !== null).join('・')
