import { channelSheet } from '../../../shared/channels/channel-sheet.ts'
import { clip, withoutMarkdown } from '../../../shared/channels/inert-text.ts'
import type { ChannelAnswer, ChannelOutcome, ChannelSender } from './channel-sender.ts'
import { postToChannel } from './incoming-webhook.ts'
import { readAnswer } from './read-answer.ts'

// The lowest version that has what the cards use: a client below it would show `fallbackText` alone.
const cardVersion = '1.2'

const styleOf = (level: number | null, emergency: boolean) => {
  if (emergency || level === 3) return 'attention'
  return level === 1 || level === 2 ? 'warning' : 'emphasis'
}

const textBlock = (text: string, more: Readonly<Record<string, string>> = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })

/** An earlier kind of address answers 200 although Teams refused the card, and says so in words. */
const hiddenFailure = /returned HTTP error (\d{3})/i

const outcomeOf = (answer: ChannelAnswer, now: Date): ChannelOutcome => {
  const hidden = hiddenFailure.exec(answer.body)?.[1]
  return readAnswer(hidden === undefined ? answer : { ...answer, status: Number(hidden) }, now)
}

/**
 * Microsoft Teams by an address of Workflows (Power Automate), `Teams Webhook 要求を受信したとき`: a message with one Adaptive Card,
 * at most 28 KB. 202 says that the flow has begun; what becomes of it is to be seen in Power Automate alone.
 */
export const teams: ChannelSender = {
  requestsOf: (content, target) => {
    const { title, notes, rows, link, level, emergency } = channelSheet(content)
    const plainTitle = withoutMarkdown(title)
    const card = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: cardVersion,
      lang: content.language,
      fallbackText: plainTitle,
      msteams: { width: 'Full' },
      body: [
        {
          type: 'Container',
          style: styleOf(level, emergency),
          bleed: true,
          items: [textBlock(plainTitle, { size: 'Large', weight: 'Bolder' })],
        },
        ...notes.map((note) => textBlock(withoutMarkdown(note))),
        {
          type: 'FactSet',
          facts: rows.map(({ label, value }) => ({ title: clip(withoutMarkdown(label), 120), value: withoutMarkdown(value) })),
        },
      ],
      ...(link !== null && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] }),
    }
    const body = {
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
    }
    return postToChannel(target, body)
  },
  outcomeOf,
}
