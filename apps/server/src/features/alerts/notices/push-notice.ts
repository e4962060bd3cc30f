import { isDeviceAlarm, isEmergencyKind, type Language, type PushNotice } from '@mimamori/contract'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { textsIn } from '@mimamori/texts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { pathOf } from './alert-mail.ts'
import { urgencyLevel } from './rules.ts'
import { clockText, headline, type NoticeSubject, placeText, unansweredText, whyText } from './words.ts'

const noVitals = { withVitals: false, withNames: false }

/** Whom a notice is for: those who answer, or the person it is about, together with others or alone. */
export type Audience = 'answering' | 'concerned' | 'concernedAlone'

/** Urgency, place and time for the person themselves, in their language. */
const ownTitle = (subject: NoticeSubject, language: Language): string => {
  const t = textsIn(language)
  const { kind } = subject.alert
  const grade = isEmergencyKind(kind) ? 'emergency' : (levelGradeOf(subject.level) ?? 'none')
  const title = t('notice.headline', {
    level: t(isDeviceAlarm(kind) ? `notice.alarm.${kind}` : `condition.level.${grade}`),
    place: placeText(subject.alert),
    time: clockText(subject.event.at, subject.now),
  })
  return subject.alert.drill ? `${t('notice.drill')}: ${title}` : title
}

const titleFor = (subject: NoticeSubject, audience: Audience, language: Language | null): string =>
  audience === 'answering' || language === null || language === 'ja' ? headline(subject) : ownTitle(subject, language)

const bodyFor = (subject: NoticeSubject, audience: Audience, language: Language | null): string => {
  const { alert } = subject
  if (audience !== 'answering') {
    if (!isEmergencyKind(alert.kind)) return textsIn(language)('notice.rest')
    return textsIn(language)(audience === 'concerned' ? 'notice.helpComes' : 'notice.callHelp')
  }
  const who = alert.full_name === null ? '' : `${alert.full_name}さん　`
  return `${who}${subject.occasion === 'escalated' ? unansweredText(subject) : whyText(subject, noVitals)}`
}

/**
 * The notice to somebody's browser; to the person it is about it says what to do.
 * @param language of the person it is about; those who answer read Japanese
 */
export const pushNotice = (subject: NoticeSubject, audience: Audience, language: Language | null): PushNotice => ({
  title: titleFor(subject, audience, language),
  body: bodyFor(subject, audience, language),
  url: pathOf(subject),
  tag: `alert-${subject.alert.alert_id}`,
  level: urgencyLevel({ kind: subject.alert.kind, level: subject.level }),
  emergency: isEmergencyKind(subject.alert.kind),
  drill: subject.alert.drill,
  at: toJapanIso(subject.event.at),
})
