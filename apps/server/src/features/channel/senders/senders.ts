import type { ChannelType } from '@mimamori/contract'
import type { ChannelSender } from './channel-sender.ts'
import { chatwork } from './chatwork.ts'
import { lineWorks } from './line-works.ts'
import { line } from './line.ts'
import { slack } from './slack.ts'
import { sms } from './sms.ts'
import { teams } from './teams.ts'

/** The sender of each type; webhooks are sent events instead of messages. */
const senders: Partial<Record<ChannelType, ChannelSender>> = { teams, slack, lineworks: lineWorks, line, chatwork, sms }

/** The sender of a type; undefined where the product has none yet. */
export const senderOf = (type: ChannelType): ChannelSender | undefined => senders[type]
