import { gradeNames, type PushNotice } from '@mimamori/contract'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { pathOf } from './alert-mail.ts'
import { urgencyLevel } from './rules.ts'
import { headline, type NoticeSubject, unansweredText, whyText } from './words.ts'

const noVitals = { withVitals: false, withNames: false }

/** Whom a notice is for: those who answer, or the person it is about, together with others or alone. */
export type Audience = 'answering' | 'concerned' | 'concernedAlone'

const bodyFor = (subject: NoticeSubject, audience: Audience): string => {
  const { alert } = subject
  if (audience !== 'answering') {
    if (alert.kind !== 'emergency') return 'あなたの体調の注意です。作業をやめ、涼しい所で休んで水分をとってください。'
    return audience === 'concerned'
      ? `あなたの${gradeNames.emergency}を知らせました。動かずに、人が来るのを待ってください。`
      : '緊急です。119か現場の責任者に電話してください。'
  }
  const who = alert.full_name === null ? '' : `${alert.full_name}さん　`
  return `${who}${subject.occasion === 'escalated' ? unansweredText(subject) : whyText(subject, noVitals)}`
}

/** The notice to somebody's browser; to the person it is about it says what to do. */
export const pushNotice = (subject: NoticeSubject, audience: Audience): PushNotice => ({
  title: headline(subject),
  body: bodyFor(subject, audience),
  url: pathOf(subject),
  tag: `alert-${subject.alert.alert_id}`,
  level: urgencyLevel({ kind: subject.alert.kind, level: subject.level }),
  emergency: subject.alert.kind === 'emergency',
  drill: subject.alert.drill,
  at: toJapanIso(subject.event.at),
})
