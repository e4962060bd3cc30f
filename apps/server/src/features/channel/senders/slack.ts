import type { ChannelSender } from './channel-sender.ts'
import { plainTextOf } from './message-words.ts'
import { readAnswer } from './read-answer.ts'

/** Slack's incoming webhooks. */
export const slack: ChannelSender = {
  requestsOf: (content, { url }) => [
    {
      key: '',
      method: 'POST',
      url: url ?? '',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ text: plainTextOf(content) }),
    },
  ],
  outcomeOf: readAnswer,
}
