import type { AlertKind, Language, noticeOccasions } from '@mimamori/contract'

/**
 * What a channel is sent about one alert, in the channel's language, before a sender brings it into the form of its service.
 * It holds no heart rate, age, birth date, 要注意 nor what is usual for a person, whatever the channel: nothing of them may be added.
 */
export type ChannelMessage = {
  readonly form: 'message'
  readonly language: Language
  readonly kind: AlertKind
  readonly occasion: (typeof noticeOccasions)[number]
  /** 危険, 危険に上昇, 緊急・呼出, 緊急・未対応. */
  readonly urgency: string
  /** 1 to 3 as the marks show it; a belt and a report count as 3. Null of what has no level, as silence. */
  readonly level: number | null
  readonly emergency: boolean
  readonly drill: boolean
  /** Somebody tries the channel out. */
  readonly test: boolean
  /** Surname of the person; null where names do not go to this channel, or it is about nobody. */
  readonly person: string | null
  readonly site: string
  /** Where: site, place on it, group. */
  readonly place: string
  readonly reason: string
  /** What its readers are asked to do. */
  readonly todo: string
  /** When it happened, ISO 8601 with +09:00, and in words: 13:05. */
  readonly at: string
  readonly clock: string
  /** Where a tap leads; null without PUBLIC_URL. */
  readonly url: string | null
}

/** The same for several alerts at once: the worst first. */
export type ChannelDigest = {
  readonly form: 'digest'
  readonly language: Language
  readonly messages: readonly ChannelMessage[]
}

/** What one delivery says. */
export type ChannelContent = ChannelMessage | ChannelDigest
