import { isDeviceAlarm, isEmergencyKind, type Language } from '@mimamori/contract'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { textsIn } from '@mimamori/texts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { ChannelMessage } from '../../../shared/channels/channel-message.ts'
import { withoutVitals } from '../../../shared/monitoring/reasons/plain-reason.ts'
import { surnameOf } from '../../../shared/organisation/surname.ts'
import { pathOf } from './alert-mail.ts'
import { urgencyLevel } from './rules.ts'
import { clockText, type NoticeSubject, placeText, urgencyText, whyText } from './words.ts'

type Texts = ReturnType<typeof textsIn>

/** What a channel is told of an alert besides its language: whether the person is named, and where links lead. */
export type ChannelNoticeOptions = {
  readonly language: Language
  readonly withNames: boolean
  readonly publicUrl: string | undefined
  readonly test?: boolean
}

const kindWord = (t: Texts, { alert: { kind }, level, event, occasion }: NoticeSubject): string => {
  switch (kind) {
    case 'condition':
      return t(`condition.level.${levelGradeOf(level) ?? 'none'}`)
    case 'emergency':
      return occasion === 'called' || event.cause === 'call'
        ? t('channel.occasion.called', { level: t('condition.level.emergency') })
        : t('condition.level.emergency')
    case 'fall':
    case 'noMotion':
    case 'deviceHeat':
    case 'help':
      return t(`notice.alarm.${kind}`)
    case 'siteHeat':
      return `${t(`condition.level.${levelGradeOf(level) ?? 'none'}`)}: ${t('channel.kind.siteHeat')}`
    case 'belt':
    case 'report':
      return `${t('condition.level.3')}: ${t(`channel.kind.${kind}`)}`
    case 'silent':
    case 'siteSilent':
    case 'noHeartRate':
      return t(`channel.kind.${kind}`)
    case 'gatewaySilent':
    case 'deviceSilent':
    case 'barometerMoved':
    case 'battery':
    case 'clock':
      return t('channel.kind.device')
    default:
      return kind satisfies never
  }
}

const urgencyIn = (language: Language, subject: NoticeSubject): string => {
  if (language === 'ja') return urgencyText(subject)
  const t = textsIn(language)
  const level = kindWord(t, subject)
  switch (subject.occasion) {
    case 'raised':
    case 'escalated':
    case 'late':
      return t(`channel.occasion.${subject.occasion}`, { level })
    default:
      return level
  }
}

type Because = 'load' | 'heat' | 'emergency' | 'call' | 'alarm' | 'report' | 'belt' | 'silent' | 'siteSilent' | 'noHeartRate' | 'device'

const becauseOf = ({ alert: { kind }, event: { cause, reason }, occasion }: NoticeSubject): Because => {
  if (isDeviceAlarm(kind)) return 'alarm'
  switch (kind) {
    case 'emergency':
      return occasion === 'called' || cause === 'call' ? 'call' : 'emergency'
    case 'condition':
      return (reason?.kind ?? cause) === 'heat' ? 'heat' : 'load'
    case 'siteHeat':
      return 'heat'
    case 'belt':
    case 'report':
    case 'silent':
    case 'siteSilent':
    case 'noHeartRate':
      return kind
    default:
      return 'device'
  }
}

/** Reasons of a person's condition say what is known of their body, and by their limits their age: these words say neither. */
const saysBody = ({ alert: { kind }, event: { cause, reason } }: NoticeSubject): boolean =>
  kind === 'condition' || withoutVitals[reason?.kind ?? cause] !== undefined

const reasonIn = (language: Language, subject: NoticeSubject): string =>
  language === 'ja' && !saysBody(subject)
    ? whyText(subject, { withVitals: false, withNames: false })
    : textsIn(language)(`channel.because.${becauseOf(subject)}`)

const todoIn = (language: Language, { alert: { kind }, level }: NoticeSubject): string => {
  const t = textsIn(language)
  if (isEmergencyKind(kind)) return t('channel.do.emergency')
  switch (kind) {
    case 'condition':
      return t((level ?? 0) >= 2 ? 'channel.do.stop' : 'channel.do.watch')
    case 'siteHeat':
    case 'belt':
    case 'report':
      return t(`channel.do.${kind}`)
    case 'silent':
    case 'noHeartRate':
      return t('channel.do.silent')
    default:
      return t('channel.do.device')
  }
}

/**
 * What a channel is told of an alert, in its language: urgency, surname where names go out, place, a reason without vital signs,
 * and what to do. No heart rate, age or attention (要注意) is in it, whatever the settings of mails say.
 */
export const channelMessage = (subject: NoticeSubject, options: ChannelNoticeOptions): ChannelMessage => {
  const { alert, event, occasion, level, now } = subject
  const { language, withNames, publicUrl, test = false } = options
  const answer = occasion === 'escalated' ? [textsIn(language)('channel.do.answer')] : []
  return {
    form: 'message',
    language,
    kind: alert.kind,
    occasion,
    urgency: urgencyIn(language, subject),
    level: urgencyLevel({ kind: alert.kind, level }) || null,
    emergency: isEmergencyKind(alert.kind),
    drill: alert.drill,
    test,
    person: withNames && alert.full_name !== null ? surnameOf(alert.full_name) : null,
    site: alert.base_name,
    place: placeText(alert),
    reason: reasonIn(language, subject),
    todo: [...answer, todoIn(language, subject)].join(language === 'ja' || language === 'zh-Hans' ? '。' : '. '),
    at: toJapanIso(event.at),
    clock: clockText(event.at, now),
    url: publicUrl === undefined ? null : `${publicUrl}${pathOf(subject)}`,
  }
}
