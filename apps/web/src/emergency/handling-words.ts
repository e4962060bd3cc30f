import { handlingNames, type AlertEpisode } from '@mimamori/contract/alert'
import { gradeNames } from '@mimamori/contract/labels'
import { clockOf } from '../platform/japan-time.ts'

/** How far people have got with an episode: 未対応, 確認済み 13:43. */
export const handlingInWords = ({ handling, handledAt }: Pick<AlertEpisode, 'handling' | 'handledAt'>): string =>
  handledAt === null || handling === 'open' ? handlingNames[handling] : `${handlingNames[handling]} ${clockOf(handledAt)}`

/** Whom or what an episode is about: the person, else what happened, which names the device. */
export const subjectOf = ({ fullName, reason }: Pick<AlertEpisode, 'fullName' | 'reason'>): string => fullName ?? reason

/** What heads an emergency; a drill says that it is one before anything else. */
export const headOf = ({ drill }: Pick<AlertEpisode, 'drill'>): string => (drill === '1' ? '訓練' : gradeNames.emergency)

/** Where it happened; a drill is of a group or of a whole office. */
export const placeOf = ({ drill, locationName, groupName }: Pick<AlertEpisode, 'drill' | 'locationName' | 'groupName'>): string =>
  drill === '1' ? (groupName ?? '拠点全体') : (locationName ?? '位置不明')

/** The next thing to do about an episode, as a button says it. */
export const nextVerb: Record<AlertEpisode['handling'], string> = {
  open: '確認する',
  acknowledged: '対応する',
  responding: '対応を終える',
  closed: '確認する',
}
