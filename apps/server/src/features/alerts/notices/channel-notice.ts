import { isEmergencyKind, type Language } from '@mimamori/contract'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { ChannelMessage } from '../../../shared/channels/channel-message.ts'
import { channelWords } from '../../../shared/channels/channel-words.ts'
import { surnameOf } from '../../../shared/organisation/surname.ts'
import { pathOf } from './alert-mail.ts'
import { urgencyLevel } from './rules.ts'
import { clockText, type NoticeSubject, placeText } from './words.ts'

/** In which language a channel is notified of an alert, whether the person is named, and where links lead. */
export type ChannelNoticeOptions = { readonly language: Language; readonly withNames: boolean; readonly publicUrl: string | undefined }

const minuteMs = 60_000

/**
 * What a channel is sent about an alert, in its language: urgency, surname where names go out, place, a reason without vital signs,
 * and what to do. No heart rate, age or attention (要注意) is in it, whatever the settings of mails say.
 */
export const channelMessage = (subject: NoticeSubject, { language, withNames, publicUrl }: ChannelNoticeOptions): ChannelMessage => {
  const { alert, event, occasion, level, now, waitingSince } = subject
  const words = channelWords(
    {
      kind: alert.kind,
      occasion,
      level,
      cause: event.reason?.kind ?? event.cause,
      minutes: event.reason?.minutes,
      people: event.reason?.names?.length,
      isOwnCall: event.reason?.source === 'self',
      waitedMinutes: waitingSince === undefined ? undefined : (now.getTime() - waitingSince.getTime()) / minuteMs,
    },
    language,
  )
  return {
    form: 'message',
    language,
    kind: alert.kind,
    occasion,
    ...words,
    level: urgencyLevel({ kind: alert.kind, level }) || null,
    emergency: isEmergencyKind(alert.kind),
    drill: alert.drill,
    test: false,
    person: withNames && alert.full_name !== null ? surnameOf(alert.full_name) : null,
    site: alert.base_name,
    place: placeText(alert),
    at: toJapanIso(event.at),
    clock: clockText(event.at, now),
    url: publicUrl === undefined ? null : `${publicUrl}${pathOf(subject)}`,
  }
}
