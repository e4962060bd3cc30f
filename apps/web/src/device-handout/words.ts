import { minutesUntilUnheard, type WearerOfDay, type WearState } from '@mimamori/contract/wear'
import { agoInWords, clockOf, daysBetween } from '../platform/japan-time.ts'

/** What a state means, after its word and number. */
export const stateHints: Readonly<Record<WearState, string>> = {
  worn: '受信あり',
  notHeard: `${minutesUntilUnheard}分以上たった人`,
  notHanded: '',
  returned: '',
  notReturned: '',
}

const minuteMs = 60_000

const handedAt = (from: string, now: number): string => {
  const at = Date.parse(from)
  const days = daysBetween(at, now)
  if (days === 0) return `${clockOf(at)} 渡し`
  return days === 1 ? `昨日 ${clockOf(at)} 渡し` : `${days}日前から`
}

/** When the tag was handed out and last heard, or what it was the day before. */
export const timesInWords = ({ state, from, to, heardAt, formerSerialNumber }: WearerOfDay, now: number): readonly string[] => {
  if (from === null) return formerSerialNumber === null ? [] : [`前回は ${formerSerialNumber}`]
  if (state === 'returned') return to === null ? [] : [`${clockOf(to)} 返却`]
  const handed = handedAt(from, now)
  if (state === 'notHeard') return [handed, `${Math.floor((now - Date.parse(from)) / minuteMs)}分たっても届きません`]
  if (state === 'notReturned') return [handed, heardAt === null ? '受信なし' : `最後の受信 ${agoInWords(Date.parse(heardAt), now)}`]
  return [handed, heardAt === null ? '受信を待っています' : `受信 ${agoInWords(Date.parse(heardAt), now)}`]
}
