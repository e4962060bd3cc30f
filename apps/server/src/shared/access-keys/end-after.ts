import { message } from '@mimamori/contract'
import { badRequest } from '../../platform/errors.ts'
import { japanDay, japanDayRange } from '../../platform/japan-time.ts'

/**
 * The instant at which a key or a link that is good up to a day ends; null without an end.
 * @throws Refusal 400 where the last day has passed, or passes today: what is to end today is stopped
 */
export const endAfter = (endsOn: string | null, now: Date): Date | null => {
  if (endsOn === null) return null
  if (endsOn <= japanDay(now)) throw badRequest(message('ingestKeyEndPast'))
  return japanDayRange(endsOn).to
}
