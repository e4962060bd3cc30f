import type { JobRow } from '@mimamori/contract/job'
import { longDate } from '@mimamori/contract/time-words'
import { clockOf, dateOf } from '../../platform/japan-time.ts'

const count = (people: number) => `${people.toLocaleString('ja-JP')}人`

/** How far a file is, in words: what of it is done, and what is left. */
export const peopleDone = ({ state, done, total }: Pick<JobRow, 'state' | 'done' | 'total'>): string => {
  if (state === 'waiting') return '順番を待っています'
  if (total === 0) return '準備しています'
  return done < total ? `${count(total)}中 ${count(done)}（残り ${count(total - done)}）` : 'まとめています'
}

/** Until when a file is kept, in words: 7月21日（火） 13:31 まで保存します. */
export const availableUntilWords = (keptUntil: string): string =>
  `${longDate(dateOf(Date.parse(keptUntil)))} ${clockOf(keptUntil)} まで保存します`
