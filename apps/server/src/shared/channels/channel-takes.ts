import { type AlertKind, channelKindOf, type ChannelKind, type ChannelLevel } from '@mimamori/contract'

/** What of alerts a channel is set to be sent. */
export type ChannelChoice = { readonly level: ChannelLevel; readonly kinds: readonly ChannelKind[] }

type Subject = { readonly kind: AlertKind; readonly level: number | null }

/**
 * Whether a channel is sent an alert of this kind and level. Emergencies, calls, alarms of devices and reports go to every channel,
 * battery and clock to none. A belt unhooked at height counts as danger; what has no level, as silence, goes wherever its kind does.
 */
export const channelTakes = ({ level, kinds }: ChannelChoice, { kind, level: reached }: Subject): boolean => {
  if (kind === 'battery' || kind === 'clock') return false
  const wanted = channelKindOf(kind)
  if (wanted === 'always') return true
  if (!kinds.includes(wanted)) return false
  const counted = kind === 'belt' ? 3 : reached
  return level < 4 && (counted === null || counted >= level)
}
