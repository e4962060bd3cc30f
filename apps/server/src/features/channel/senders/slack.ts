import { channelSheet } from '../../../shared/channels/channel-sheet.ts'
import { clip, withEntities } from '../../../shared/channels/inert-text.ts'
import type { ChannelAnswer, ChannelOutcome, ChannelSender } from './channel-sender.ts'
import { postToChannel } from './incoming-webhook.ts'
import { readAnswer } from './read-answer.ts'

// Slack's limits, in characters; what is escaped is longer than what is read.
const longest = { header: 150, section: 3_000, field: 2_000 } as const
const mostFields = 10

// Plain text is shown as it is: nothing in it becomes bold, an emoji, a link or a mention.
const plain = (text: string, most: number) => ({ type: 'plain_text', text: clippedEntities(text, most), emoji: false })

/** Cut before it is escaped, so that no entity is cut in two. */
const clippedEntities = (text: string, most: number): string => {
  let wanted = most
  for (;;) {
    const escaped = withEntities(clip(text, wanted))
    if (escaped.length <= most) return escaped
    wanted -= escaped.length - most
  }
}

const fieldsOf = (rows: readonly { readonly label: string; readonly value: string }[]) =>
  Array.from({ length: Math.ceil(rows.length / mostFields) }, (_, index) => ({
    type: 'section',
    fields: rows.slice(index * mostFields, (index + 1) * mostFields).map(({ label, value }) => plain(`${label}\n${value}`, longest.field)),
  }))

/** What Slack says in the body; some of its answers of 200 are none. */
const outcomeOf = (answer: ChannelAnswer, now: Date): ChannelOutcome => {
  const said = answer.body.trim()
  if (answer.status === 200) return said === 'ok' ? { kind: 'sent' } : { kind: 'refused', failure: 'refused' }
  if (said === 'channel_is_archived') return { kind: 'refused', failure: 'archived' }
  return readAnswer(answer, now)
}

/** Slack by an incoming webhook: blocks, and the first line as `text` for notices. */
export const slack: ChannelSender = {
  requestsOf: (content, target) => {
    const { title, notes, rows, link } = channelSheet(content)
    const body = {
      text: clippedEntities(title, longest.section),
      blocks: [
        { type: 'header', text: plain(title, longest.header) },
        ...notes.map((note) => ({ type: 'section', text: plain(note, longest.section) })),
        ...fieldsOf(rows),
        // A link, not a button: buttons ask for an app that answers to them.
        ...(link === null
          ? []
          : [
              {
                type: 'section',
                text: { type: 'mrkdwn', text: `<${withEntities(link.url)}|${withEntities(link.label)}>`, verbatim: true },
              },
            ]),
      ],
    }
    return postToChannel(target, body)
  },
  outcomeOf,
}
