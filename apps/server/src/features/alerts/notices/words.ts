import { alertKindNames, gradeNames, labels, levelNameOf, type RotaTarget, rotaTargetName } from '@mimamori/contract'
import { spanInWords } from '@mimamori/contract/time-words'
import { japanClock, japanDay, japanDayAndClock } from '../../../platform/japan-time.ts'
import { withoutVitals } from '../../../shared/monitoring/reasons/plain-reason.ts'
import { type Reason, reasonText } from '../../../shared/monitoring/reasons/reason-text.ts'
import type { Occasion } from './rules.ts'
import type { NoticeAlert } from './notice-alert.ts'
import type { NoticeEvent } from './notice-event.ts'

/** The subject of a notice: an alert, why now, and the level of the notice. */
export type NoticeSubject = {
  readonly alert: NoticeAlert
  /** What happened; of an alert that nobody has answered, what began its wait. */
  readonly event: NoticeEvent
  readonly occasion: Occasion
  readonly level: number | null
  /** When people are notified. */
  readonly now: Date
  /** Of an alert that nobody has answered: since when it waits. */
  readonly waitingSince?: Date
  /** As what of the rota the reader is notified, if they are by it. */
  readonly rota?: RotaTarget | undefined
  /** The trace of the reading that led to it. */
  readonly traceparent?: string | undefined
}

const clip = (text: string, most: number): string => {
  const letters = Array.from(text.replaceAll(/\p{Cc}+/gu, ' ').trim())
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`
}
const longestPlace = 40

/** 13:05, or 7/19 23:50 where that was on another day than `now`. */
export const clockText = (at: Date, now: Date): string => (japanDay(at) === japanDay(now) ? japanClock(at) : japanDayAndClock(at))

const conditionText = ({ alert: { kind }, event: { cause }, occasion, level }: NoticeSubject): string => {
  switch (kind) {
    case 'emergency':
      if (occasion === 'late') return `${gradeNames.emergency}・${labels.alert.late}`
      return occasion === 'called' || cause === 'call' ? `${gradeNames.emergency}・呼出` : gradeNames.emergency
    case 'fall':
    case 'noMotion':
    case 'deviceHeat':
    case 'help':
      return `${gradeNames.emergency}・${alertKindNames[kind]}`
    case 'condition':
      return levelNameOf(level)
    case 'siteHeat':
      return `${levelNameOf(level)}・${alertKindNames.siteHeat}`
    case 'belt':
      return `${gradeNames[3]}・${alertKindNames.belt}`
    default:
      return alertKindNames[kind]
  }
}

/** 危険, 危険に上昇, 緊急・呼出, 緊急・未対応. */
export const urgencyText = (subject: NoticeSubject): string =>
  `${conditionText(subject)}${subject.occasion === 'raised' ? 'に上昇' : subject.occasion === 'escalated' ? '・未対応' : ''}`

/** Where it happened, and whose group it concerns. */
export const placeText = ({ base_name, location_name, group_name }: NoticeAlert): string =>
  [
    clip([base_name, location_name ?? ''].filter((part) => part !== '').join(' '), longestPlace),
    ...(group_name === null ? [] : [clip(group_name, longestPlace)]),
  ].join('・')

const drillMark = (subject: NoticeSubject) => (subject.alert.drill ? '【訓練】' : '')

/** Urgency, place, group and time: the subject of a mail, its first line, and what a locked phone shows. No name, no vital signs. */
export const headline = (subject: NoticeSubject): string =>
  `${drillMark(subject)}【${urgencyText(subject)}】${placeText(subject.alert)} ${subject.occasion === 'late' ? japanDayAndClock(subject.event.at) : clockText(subject.event.at, subject.now)}`

/** How long nobody has answered: 5分. Under a minute it is not said. */
const waitedText = ({ waitingSince, now }: NoticeSubject): string => {
  const minutes = Math.floor((now.getTime() - (waitingSince ?? now).getTime()) / 60_000)
  return minutes < 1 ? '' : `${minutes}分`
}

/** What a mail about an emergency of long ago asks of its reader, with its age. */
export const lateText = ({ event, now }: NoticeSubject): string =>
  `${spanInWords(now.getTime() - event.at.getTime())}前（${japanDayAndClock(event.at)}）の測定値が、いま届きました。音や画面では知らせていません。本人のいまの様子を確かめて、見守りの画面で対応を終えてください。`

/** Why the rota notifies the reader; empty where it does not. */
const dutyText = ({ rota }: NoticeSubject): string => {
  if (rota === undefined) return ''
  return rota === 'everybody' ? '担当に空きがあるため、職長と拠点管理者の全員に知らせています。' : `あなたは${rotaTargetName(rota)}です。`
}

/** What is asked of people who are notified again. */
export const unansweredText = (subject: NoticeSubject): string => {
  const waited = waitedText(subject)
  return `${dutyText(subject)}${waited === '' ? '' : `${waited}たっても、`}まだ誰も対応していません。見守りの画面で確認してください。`
}

/** What of a reason a reader may see. */
type ReasonRights = { readonly withVitals: boolean; readonly withNames: boolean }

const reasonWords = ({ alert, event }: NoticeSubject, reason: Reason | null, { withVitals, withNames }: ReasonRights): string => {
  const vague = withoutVitals[reason?.kind ?? event.cause]
  if (!withVitals && vague !== undefined) return vague
  const nameless = reason === null || withNames ? reason : { ...reason, names: undefined }
  const count = reason?.names?.length ?? 0
  const people = withNames || count === 0 ? '' : `（${count}名）`
  const calledAt = reason?.receivedAt !== undefined ? event.at : alert.called_at
  return `${reasonText(nameless, { kind: alert.kind, cause: event.cause, excess: event.excess, calledAt })}${people}`
}

/**
 * Why it opened or rose, in words. The limits of the heart rate reveal the age, so they are said only where vital signs are
 * chosen; names of several people only where the name is.
 */
export const whyText = (subject: NoticeSubject, shown: ReasonRights): string => reasonWords(subject, subject.event.reason, shown)

/** Why it opened, where it rose for another reason; undefined where that is said already. */
export const openedWhyText = (subject: NoticeSubject, shown: ReasonRights): string | undefined => {
  const { opened_by } = subject.event
  return opened_by === null ? undefined : reasonWords({ ...subject, event: { ...subject.event, excess: null } }, opened_by, shown)
}
