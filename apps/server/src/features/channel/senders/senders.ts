import type { ChannelType } from '@mimamori/contract'
import type { ChannelSender } from './channel-sender.ts'
import { slack } from './slack.ts'

/** The sender of each type. */
const senders: Partial<Record<ChannelType, ChannelSender>> = { slack }

/** The sender of a type; undefined where the product has none yet. */
export const senderOf = (type: ChannelType): ChannelSender | undefined => senders[type]
