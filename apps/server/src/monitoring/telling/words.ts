import { alertKindNames, gradeNames } from '@mimamori/contract'
import { japanClock, japanDay, japanDayAndClock } from '../../platform/japan-time.ts'
import { withoutVitals } from '../plain-reason.ts'
import { reasonText } from '../reason-text.ts'
import type { Occasion } from './rules.ts'
import type { ToldAlert } from './told-alert.ts'

/** What is told: an alert, why now, and the level it was told with. */
export type Told = {
  readonly alert: ToldAlert
  readonly occasion: Occasion
  readonly level: number | null
  /** When that happened; of an alert that nobody has answered, when it began to wait. */
  readonly at: Date
  /** When people are told. */
  readonly now: Date
}

const clip = (text: string, most: number): string => {
  const letters = Array.from(text.replaceAll(/\p{Cc}+/gu, ' ').trim())
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`
}
const longestPlace = 40

/** 13:05, or 7/19 23:50 where that was on another day than `now`. */
export const clockText = (at: Date, now: Date): string => (japanDay(at) === japanDay(now) ? japanClock(at) : japanDayAndClock(at))

const gradeText = (level: number | null) => gradeNames[level === 0 || level === 1 || level === 2 || level === 3 ? level : 'none']

const conditionText = ({ alert: { kind, cause }, occasion, level }: Told): string => {
  switch (kind) {
    case 'emergency':
      return occasion === 'called' || cause === 'call' ? `${gradeNames.emergency}・呼出` : gradeNames.emergency
    case 'condition':
      return gradeText(level)
    case 'siteHeat':
      return `${gradeText(level)}・${alertKindNames.siteHeat}`
    case 'belt':
      return `${gradeNames[3]}・${alertKindNames.belt}`
    default:
      return alertKindNames[kind]
  }
}

/** 危険, 危険に上昇, 緊急・呼出, 緊急・未対応. */
export const urgencyText = (told: Told): string =>
  `${conditionText(told)}${told.occasion === 'raised' ? 'に上昇' : told.occasion === 'escalated' ? '・未対応' : ''}`

/** Where it happened, and whose group it concerns. */
export const placeText = ({ base_name, location_name, group_name }: ToldAlert): string =>
  [
    clip([base_name, location_name ?? ''].filter((part) => part !== '').join(' '), longestPlace),
    ...(group_name === null ? [] : [clip(group_name, longestPlace)]),
  ].join('・')

const drillMark = (told: Told) => (told.alert.drill ? '【訓練】' : '')

/** Urgency, place, group and time: the subject of a mail, its first line, and what a locked phone shows. No name, no vital signs. */
export const headline = (told: Told): string =>
  `${drillMark(told)}【${urgencyText(told)}】${placeText(told.alert)} ${clockText(told.alert.called_at ?? told.at, told.now)}`

/** How long nobody has answered: 5分. Under a minute it is not said. */
const waitedText = ({ at, now }: Told): string => {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  return minutes < 1 ? '' : `${minutes}分`
}

/** What is asked of whoever is told again. */
export const unansweredText = (told: Told): string => {
  const waited = waitedText(told)
  return `${waited === '' ? '' : `${waited}たっても、`}まだ誰も対応していません。見守りの画面で確認してください。`
}

/**
 * Why it opened or rose, in words. The limits of the heart rate tell the age, so they are said only where vital signs are
 * chosen; names of several people only where the name is.
 */
export const whyText = ({ alert }: Told, { withVitals, withNames }: { withVitals: boolean; withNames: boolean }): string => {
  const cause = alert.reason?.kind ?? alert.cause
  const vague = withoutVitals[cause]
  if (!withVitals && vague !== undefined) return vague
  const nameless = alert.reason === null || withNames ? alert.reason : { ...alert.reason, names: undefined }
  const count = alert.reason?.names?.length ?? 0
  const people = withNames || count === 0 ? '' : `（${count}名）`
  return `${reasonText(nameless, { kind: alert.kind, cause: alert.cause, excess: alert.excess, calledAt: alert.called_at })}${people}`
}
