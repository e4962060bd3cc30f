import { type AlertKind, isDeviceAlarm, isEmergencyKind, type Language } from '@mimamori/contract'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { textsIn } from '@mimamori/texts'

/** What the words of a channel's message depend on. */
export type ChannelSubject = {
  readonly kind: AlertKind
  readonly occasion: 'opened' | 'raised' | 'called' | 'escalated' | 'late'
  /** Of the notice, 0 to 3. */
  readonly level: number | null
  /** The reason's kind, or the cause where none was noted. */
  readonly cause: string
  /** How long what the reason says has lasted. */
  readonly minutes?: number | undefined
  /** How many people a place's heat is too much for. */
  readonly people?: number | undefined
  /** A call that the person made on their own page. */
  readonly isOwnCall?: boolean | undefined
  /** Minutes that nobody has answered for. */
  readonly waitedMinutes?: number | undefined
}

type Texts = ReturnType<typeof textsIn>

const levelWord = (t: Texts, level: number | null) => t(`condition.level.${levelGradeOf(level) ?? 'none'}`)

const conditionWords = (t: Texts, { kind, occasion, level, cause }: ChannelSubject): string => {
  if (isDeviceAlarm(kind)) return t(`notice.alarm.${kind}`)
  switch (kind) {
    case 'emergency':
      if (occasion === 'late') return t('channel.urgency.late')
      return occasion === 'called' || cause === 'call' ? t('channel.urgency.call') : t('condition.level.emergency')
    case 'condition':
      return levelWord(t, level)
    case 'siteHeat':
      return t('channel.urgency.of', { level: levelWord(t, level), kind: t('channel.kind.siteHeat') })
    case 'belt':
      return t('channel.urgency.of', { level: levelWord(t, 3), kind: t('channel.kind.belt') })
    case 'battery':
    case 'clock':
      return t('condition.kind.device')
    default:
      return t(`channel.kind.${kind}`)
  }
}

/** 危険, 危険に上昇, 緊急・呼出, 緊急・未対応. */
const urgencyWords = (t: Texts, subject: ChannelSubject): string => {
  const urgency = conditionWords(t, subject)
  if (subject.occasion === 'raised') return t('channel.urgency.raised', { urgency })
  return subject.occasion === 'escalated' ? t('channel.urgency.unanswered', { urgency }) : urgency
}

// Each cause of the heart in words that reveal no rate, no limit, no age and nothing that is usual for the person.
const strains = [
  'sustained',
  'sustainedLong',
  'instantaneous',
  'instantaneousLong',
  'maximum',
  'ownPeak',
  'ownMean',
  'shiftMean',
  'ageMean',
]

const reasonWords = (t: Texts, { kind, cause, minutes = 0, people = 0, isOwnCall = false }: ChannelSubject): string => {
  const whole = Math.round(minutes)
  if (strains.includes(cause)) return whole < 1 ? t('channel.reason.strain') : t('channel.reason.strainFor', { minutes: whole })
  switch (cause) {
    case 'low':
    case 'lowMean':
      return t('channel.reason.weak')
    case 'heat':
      return people > 0 && kind === 'siteHeat' ? t('channel.reason.heatPeople', { people }) : t('channel.reason.heat')
    case 'call':
      return isOwnCall ? t('channel.reason.ownCall') : t('channel.reason.call')
    case 'silent':
      return whole < 1 ? t('channel.reason.silent') : t('channel.reason.silentFor', { minutes: whole })
    case 'accumulated':
    case 'unwell':
    case 'poster':
    case 'belt':
    case 'noHeartRate':
    case 'siteSilent':
    case 'gatewaySilent':
    case 'watcherSilent':
    case 'barometerSilent':
    case 'barometerMoved':
    case 'drill':
      return t(`channel.reason.${cause}`)
    case 'gateway':
      return t('channel.reason.gatewaySilent')
    case 'workers':
      return t('channel.reason.siteSilent')
    default:
      return isDeviceAlarm(kind) ? t(`channel.reason.${kind}`) : conditionWords(t, { kind, cause, occasion: 'opened', level: null })
  }
}

const todoWords = (t: Texts, { kind, occasion, level }: ChannelSubject): string => {
  if (occasion === 'late') return t('channel.action.late')
  if (isEmergencyKind(kind)) return t('channel.action.emergency')
  switch (kind) {
    case 'condition':
      return level === 3 ? t('channel.action.3') : level === 2 ? t('channel.action.2') : t('channel.action.1')
    case 'siteHeat':
    case 'belt':
    case 'report':
      return t(`channel.action.${kind}`)
    case 'noHeartRate':
    case 'silent':
      return t('channel.action.silent')
    default:
      return t('channel.action.device')
  }
}

/** Since when nobody has answered, in a sentence; undefined of what has just happened. */
const waitedWords = (t: Texts, { occasion, waitedMinutes = 0 }: ChannelSubject): string | undefined => {
  if (occasion !== 'escalated') return undefined
  return waitedMinutes < 1 ? t('channel.unanswered') : t('channel.unansweredFor', { minutes: Math.floor(waitedMinutes) })
}

/**
 * How urgent it is, why, and what its readers are asked to do, in the channel's language. Nothing of it reveals a vital sign, an
 * age, or what somebody may bear: companies outside read it.
 */
export const channelWords = (subject: ChannelSubject, language: Language): { urgency: string; reason: string; todo: string } => {
  const t = textsIn(language)
  const waited = waitedWords(t, subject)
  return {
    urgency: urgencyWords(t, subject),
    reason: reasonWords(t, subject),
    todo:
      waited === undefined
        ? todoWords(t, subject)
        : `${waited}${language === 'ja' || language === 'zh-Hans' ? '' : ' '}${todoWords(t, subject)}`,
  }
}
