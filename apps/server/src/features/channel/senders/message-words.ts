import { textsIn } from '@mimamori/texts'
import type { ChannelContent, ChannelDigest, ChannelMessage } from '../../../shared/channels/channel-message.ts'

/** A row of a message, as its reader sees it: 場所　B工区 屋上. */
export type MessageRow = { readonly label: string; readonly value: string }

const marksOf = ({ language, drill, test }: Pick<ChannelMessage, 'language' | 'drill' | 'test'>): string => {
  const t = textsIn(language)
  return [...(test ? [t('channel.test')] : []), ...(drill ? [t('notice.drill')] : [])].map((mark) => `【${mark}】`).join('')
}

/** What comes first, on a locked phone as well: urgency and person, else the place. 【訓練】 and 【試し】 come before it. */
export const titleOf = (message: ChannelMessage): string =>
  `${marksOf(message)}${message.urgency}　${message.person ?? message.site} ${message.clock}`

/** Place, reason and what to do. */
export const rowsOf = ({ language, place, reason, todo }: ChannelMessage): MessageRow[] => {
  const t = textsIn(language)
  return [
    { label: t('channel.label.place'), value: place },
    { label: t('channel.label.reason'), value: reason },
    { label: t('channel.label.todo'), value: todo },
  ]
}

/** What must not be overlooked: that it is a drill, or a trial. */
export const notesOf = ({ language, drill, test }: ChannelMessage): string[] => {
  const t = textsIn(language)
  return [...(test ? [t('channel.testNote')] : []), ...(drill ? [t('channel.drillNote')] : [])]
}

/** Where to answer; null without PUBLIC_URL. */
export const linkOf = ({ language, url }: ChannelMessage): { readonly label: string; readonly url: string } | null =>
  url === null ? null : { label: textsIn(language)('channel.open'), url }

const namedInDigest = 20

/** まとめ 6件, with 【訓練】 where all are drills. */
export const digestTitleOf = ({ language, messages }: ChannelDigest): string =>
  `${marksOf({ language, test: false, drill: messages.every(({ drill }) => drill) })}${textsIn(language)('channel.digest', { count: messages.length })}`

/** One line for each of the first messages of a digest, and how many more there are. */
export const digestLinesOf = ({ language, messages }: ChannelDigest): string[] => {
  const more = messages.length - namedInDigest
  return [
    ...messages.slice(0, namedInDigest).map((message) => `${titleOf(message)}　${message.place}`),
    ...(more > 0 ? [textsIn(language)('channel.more', { count: more })] : []),
  ]
}

/** Why messages come together. */
export const digestNoteOf = ({ language }: ChannelDigest): string => textsIn(language)('channel.digestNote')

/** All of it as plain text, a line each. */
export const plainTextOf = (content: ChannelContent): string => {
  if (content.form === 'digest') return [digestTitleOf(content), ...digestLinesOf(content), digestNoteOf(content)].join('\n')
  const link = linkOf(content)
  return [
    titleOf(content),
    ...notesOf(content),
    ...rowsOf(content).map(({ label, value }) => `${label}: ${value}`),
    ...(link === null ? [] : [`${link.label} ${link.url}`]),
  ].join('\n')
}
