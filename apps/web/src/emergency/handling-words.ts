import { handlingNames, type AlertEpisode } from '@mimamori/contract/alert'
import { clockOf } from '../platform/japan-time.ts'

/** How far people have got with an episode: 未対応, 確認済み 13:43. */
export const handlingInWords = ({ handling, handledAt }: Pick<AlertEpisode, 'handling' | 'handledAt'>): string =>
  handledAt === null || handling === 'open' ? handlingNames[handling] : `${handlingNames[handling]} ${clockOf(handledAt)}`

/** Whom or what an episode is about: the person, else what happened, which names the device. */
export const subjectOf = ({ fullName, reason }: Pick<AlertEpisode, 'fullName' | 'reason'>): string => fullName ?? reason

/** The next thing to do about an episode, as a button says it. */
export const nextVerb: Record<AlertEpisode['handling'], string> = {
  open: '確認する',
  acknowledged: '対応する',
  responding: '対応を終える',
  closed: '確認する',
}
