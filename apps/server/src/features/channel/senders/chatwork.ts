import { channelSheet } from '../../../shared/channels/channel-sheet.ts'
import { withoutTags } from '../../../shared/channels/inert-text.ts'
import type { ChannelAnswer, ChannelOutcome, ChannelSender } from './channel-sender.ts'
import { readAnswer } from './read-answer.ts'

const provider = 'https://api.chatwork.com'

/** Chatwork says when its limit is over as a time in seconds; that of a room (10 messages in 10 seconds) without one. */
const limited = (answer: ChannelAnswer, now: Date): ChannelAnswer => {
  if (answer.status !== 429 || answer.headers.has('retry-after')) return answer
  const reset = Number(answer.headers.get('x-ratelimit-reset') ?? 'none')
  const seconds = answer.headers.get('x-ratelimit-remaining') === '0' && reset > 0 ? Math.ceil(reset - now.getTime() / 1_000) : 10
  return { ...answer, headers: new Headers([...answer.headers, ['retry-after', String(seconds)]]) }
}

const outcomeOf = (answer: ChannelAnswer, now: Date): ChannelOutcome => {
  if (answer.status === 200 && !/"message_id"/.test(answer.body)) return { kind: 'refused', failure: 'refused' }
  if (answer.status === 403) return { kind: 'refused', failure: 'notMember' }
  return readAnswer(limited(answer, now), now)
}

/** Chatwork by its API v2: a message in a room, written by the account whose token it is. */
export const chatwork: ChannelSender = {
  requestsOf: (content, { url, settings, secrets }) => {
    const { title, notes, rows, link } = channelSheet(content)
    const lines = [...notes, ...rows.map(({ label, value }) => `${label}：${value}`)].map(withoutTags)
    const end = link === null ? [] : [`${withoutTags(link.label)}\n${link.url}`]
    const message = `[info][title]${withoutTags(title)}[/title]${[...lines, ...end].join('\n')}[/info]`
    return [
      {
        key: '',
        method: 'POST',
        url: `${url ?? provider}/v2/rooms/${encodeURIComponent(settings.room ?? '')}/messages`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          'x-chatworktoken': secrets.token ?? '',
        },
        body: new URLSearchParams({ body: message, self_unread: '0' }).toString(),
      },
    ]
  },
  outcomeOf,
}
