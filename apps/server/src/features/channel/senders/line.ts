import { createHash } from 'node:crypto'
import { channelSheet, type ChannelSheet } from '../../../shared/channels/channel-sheet.ts'
import { clip } from '../../../shared/channels/inert-text.ts'
import type { ChannelAnswer, ChannelOutcome, ChannelSender } from './channel-sender.ts'
import { readAnswer } from './read-answer.ts'

const provider = 'https://api.line.me'

// LINE's limits: UTF-16 units of a text, and graphemes of a button.
const longestAlternative = 400
const longestText = 2_000
const longestButton = 20
const note = '#5F6974'

const text = (said: string, more: Readonly<Record<string, string | boolean | number>> = {}) => ({
  type: 'text',
  text: clip(said, longestText),
  wrap: true,
  ...more,
})

const bubbleOf = ({ title, notes, rows, link }: ChannelSheet) => ({
  type: 'bubble',
  body: {
    type: 'box',
    layout: 'vertical',
    spacing: 'md',
    contents: [
      text(title, { weight: 'bold', size: 'lg' }),
      ...notes.map((said) => text(said, { size: 'sm' })),
      ...rows.map(({ label, value }) => ({
        type: 'box',
        layout: 'vertical',
        contents: [text(label, { size: 'xs', color: note }), text(value, { size: 'sm' })],
      })),
    ],
  },
  ...(link !== null && {
    footer: {
      type: 'box',
      layout: 'vertical',
      contents: [
        { type: 'button', style: 'primary', height: 'sm', action: { type: 'uri', label: clip(link.label, longestButton), uri: link.url } },
      ],
    },
  }),
})

/**
 * The same UUID at each attempt of a delivery: LINE takes a message with it once. What it says is in it, since another installation
 * may number its deliveries alike.
 */
export const retryKeyOf = (deliveryId: string, body: string): string => {
  const hex = createHash('sha256').update(`${deliveryId} ${body}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const outcomeOf = (answer: ChannelAnswer, now: Date): ChannelOutcome => {
  // An attempt whose answer was lost had been taken.
  if (answer.status === 409) return { kind: 'sent' }
  // Of the limits only the one of a month does not end within minutes.
  if (answer.status === 429 && /monthly limit/i.test(answer.body)) return { kind: 'refused', failure: 'quota' }
  return readAnswer(answer, now)
}

/** LINE by the Messaging API: a Flex message pushed to a group, whose texts hold no links and no mentions. */
export const line: ChannelSender = {
  requestsOf: (content, { url, settings, secrets }, { deliveryId }) => {
    const sheet = channelSheet(content)
    const [reason] = sheet.rows.slice(1)
    const alternative = [sheet.title, reason?.value ?? ''].filter((part) => part !== '').join('　')
    const body = JSON.stringify({
      to: settings.room,
      messages: [{ type: 'flex', altText: clip(alternative, longestAlternative), contents: bubbleOf(sheet) }],
    })
    return [
      {
        key: '',
        method: 'POST',
        url: `${url ?? provider}/v2/bot/message/push`,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${secrets.token ?? ''}`,
          'x-line-retry-key': retryKeyOf(deliveryId, body),
        },
        body,
      },
    ]
  },
  outcomeOf,
}
