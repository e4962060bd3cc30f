import { channelSheet } from '../../../shared/channels/channel-sheet.ts'
import type { ChannelContent } from '../../../shared/channels/channel-message.ts'
import { clip } from '../../../shared/channels/inert-text.ts'

/** An SMS costs by the segment, so no message has more than these: what to do in an emergency and a long link take four. */
const mostSegments = 5
// 3GPP TS 23.038: letters of GSM 7-bit that take one place each; anything else makes the whole message UCS-2.
const gsmText = /^[\nA-Za-z0-9 @£$¥èéùìòÇØøÅåÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà_]*$/

/** How many letters fit into so many segments: a single one holds more, since it needs no number. */
const roomIn = (text: string, segments: number): number => {
  const [alone, joined] = gsmText.test(text) ? [160, 153] : [70, 67]
  return segments === 1 ? alone : joined * segments
}

/** Segments that a text takes: 70 letters of UCS-2 alone, else 67 each. */
export const segmentsOf = (text: string): number => {
  if (text.length <= roomIn(text, 1)) return 1
  return Math.ceil((text.length / roomIn(text, 2)) * 2)
}

// Marks of two places that old telephones show as boxes.
const withoutMark = (title: string) => title.replace(/^[^\p{L}\p{N}【]+/u, '')

const linesOf = (content: ChannelContent): { readonly lines: readonly string[]; readonly url: string | undefined } => {
  if (content.form === 'digest' || content.test) {
    const { title, notes, rows, link } = channelSheet(content)
    return { lines: [withoutMark(title), ...notes, ...rows.map(({ label, value }) => `${withoutMark(label)} ${value}`)], url: link?.url }
  }
  // The place, which names the site, is a line of its own.
  const { title, rows, link } = channelSheet({ ...content, site: '' })
  const [place, reason, action, at] = rows.map(({ value }) => value)
  // The first segment alone says who, where and when; 【訓練】 is in the title.
  return { lines: [`${withoutMark(title).trim()} ${at ?? ''}`, place ?? '', action ?? '', reason ?? ''], url: link?.url }
}

/**
 * The text of an SMS: urgency, name and time, where, what to do and why, then the link, which is never cut. What does not fit into
 * five segments is left out from the end.
 */
export const smsText = (content: ChannelContent): string => {
  const { lines, url } = linesOf(content)
  const text = lines.join('\n')
  const end = url === undefined ? '' : `\n${url}`
  return `${clip(text, roomIn(`${text}${end}`, mostSegments) - end.length)}${end}`
}
