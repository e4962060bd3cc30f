import type { AlertRecord } from './alert-record.ts'
import { noticeState, receiverOf, refusedWords } from './notice-words.ts'
import { dayAndClock } from './time-words.ts'

type Notice = AlertRecord['told'][number]

/** A line of the list of notices: the first one, how many there were like it, and when the last went. */
export type NoticeLine = { readonly notice: Notice; readonly count: number; readonly lastAt: string }

const keyOf = (notice: Notice): string =>
  JSON.stringify([receiverOf(notice), notice.channel, noticeState(notice), refusedWords(notice), notice.answeredAt])

/** Whether a line that a step reached nobody says what the lines of its people say already. */
const isNamedInOther = (notice: Notice, notices: readonly Notice[]): boolean =>
  notice.channel === 'none' &&
  notices.some(({ channel, at, step, role }) => channel !== 'none' && at === notice.at && step === notice.step && role === notice.role)

/** Merges notices to the same receiver, by the same way and with the same outcome into one line, in the order of the first ones. */
export const foldNotices = (notices: readonly Notice[]): NoticeLine[] =>
  [
    ...Map.groupBy(
      notices.filter((notice) => !isNamedInOther(notice, notices)),
      keyOf,
    ).values(),
  ].flatMap((own) => {
    const [notice] = own
    return notice === undefined ? [] : [{ notice, count: own.length, lastAt: own.at(-1)?.at ?? notice.at }]
  })

/**
 * How often, and when last: 「3回、最後は14:01」, with the day where it is another one.
 * @param at the first time, as answers write it: in Japan's time
 * @param lastAt the last time, in the same form
 */
export const timesInWords = (count: number, at: string, lastAt: string): string =>
  `${count}回、最後は${lastAt.slice(0, 10) === at.slice(0, 10) ? lastAt.slice(11, 16) : dayAndClock(lastAt)}`

/** How often a line of the list was repeated; undefined where it was not. */
export const repeatWords = ({ notice, count, lastAt }: NoticeLine): string | undefined =>
  count === 1 ? undefined : timesInWords(count, notice.at, lastAt)
