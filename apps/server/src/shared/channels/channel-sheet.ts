import { textsIn } from '@mimamori/texts'
import type { ChannelContent, ChannelDigest, ChannelMessage } from './channel-message.ts'
import { clip, inert } from './inert-text.ts'

type Row = { readonly label: string; readonly value: string }

/** What a channel's readers see, whatever the service: what people wrote is inert in it, with no mention, tag or link. */
export type ChannelSheet = {
  /** Mark, urgency and person; of an alert that no person is named of, its site instead. */
  readonly title: string
  /** Sentences above the rows: that it is a drill or a trial, why many come at once. */
  readonly notes: readonly string[]
  readonly rows: readonly Row[]
  readonly link: { readonly label: string; readonly url: string } | null
  /** Of the gravest alert; null without a level. */
  readonly level: number | null
  readonly emergency: boolean
}

const longestName = 60
const longestValue = 300
/** Of a digest; the console has them all. */
const mostRows = 12
const longestDigestValue = 150

// Shapes as on the screens: square, octagon, triangle, diamond. The word is beside each.
const marks = ['', '🔶', '⚠️', '🛑'] as const

const markOf = ({ emergency, level }: Pick<ChannelMessage, 'emergency' | 'level'>): string => (emergency ? '🚨' : (marks[level ?? 0] ?? ''))

const drillMark = (t: ReturnType<typeof textsIn>, { drill }: Pick<ChannelMessage, 'drill'>) => (drill ? `【${t('notice.drill')}】` : '')

/** Mark, urgency, and who or where. */
const headingOf = (message: ChannelMessage, where: string): string => {
  const urgency = `${drillMark(textsIn(message.language), message)}${message.urgency}`
  return [markOf(message), `${urgency}　${clip(inert(message.person ?? where), longestName)}`].filter((part) => part !== '').join(' ')
}

const value = (text: string) => clip(inert(text), longestValue)

const testSheet = (message: ChannelMessage): ChannelSheet => {
  const t = textsIn(message.language)
  return {
    title: `🔔 ${t('channel.test.title')}`,
    notes: [t('channel.test.lead')],
    rows: [
      { label: t('channel.label.place'), value: value(message.site) },
      { label: t('channel.label.at'), value: value(message.clock) },
    ],
    link: message.url === null ? null : { label: t('channel.open'), url: message.url },
    level: null,
    emergency: false,
  }
}

const messageSheet = (message: ChannelMessage): ChannelSheet => {
  const t = textsIn(message.language)
  return {
    title: headingOf(message, message.site),
    notes: message.drill ? [t('channel.drill')] : [],
    rows: [
      { label: t('channel.label.place'), value: value(message.place) },
      { label: t('channel.label.reason'), value: value(message.reason) },
      { label: t('channel.label.action'), value: value(message.todo) },
      { label: t('channel.label.at'), value: value(message.clock) },
    ],
    link: message.url === null ? null : { label: t('channel.link'), url: message.url },
    level: message.level,
    emergency: message.emergency,
  }
}

const digestSheet = ({ language, messages }: ChannelDigest): ChannelSheet => {
  const t = textsIn(language)
  const [gravest] = messages
  const shown = messages.slice(0, mostRows)
  const rest = messages.length - shown.length
  return {
    title: [
      gravest === undefined ? '' : markOf(gravest),
      messages.every(({ drill }) => drill) ? drillMark(t, { drill: true }) : '',
      t('channel.digest.title', { number: messages.length }),
    ]
      .filter((part) => part !== '')
      .join(' '),
    notes: [t('channel.digest.lead')],
    rows: [
      ...shown.map((message) => ({
        label: headingOf(message, message.place),
        value: clip(inert([message.clock, message.person === null ? '' : message.place, message.reason].join(' ')), longestDigestValue),
      })),
      ...(rest > 0 ? [{ label: t('channel.digest.more', { number: rest }), value: '…' }] : []),
    ],
    link: gravest === undefined || gravest.url === null ? null : { label: t('channel.open'), url: new URL('/', gravest.url).href },
    level: gravest?.level ?? null,
    emergency: gravest?.emergency ?? false,
  }
}

/** Brings what a delivery says into the lines that its readers see. */
export const channelSheet = (content: ChannelContent): ChannelSheet => {
  if (content.form === 'digest') return digestSheet(content)
  return content.test ? testSheet(content) : messageSheet(content)
}

/**
 * The sheet as text, for services that take nothing else, its link at the end and never cut.
 * @param most UTF-16 units
 */
export const sheetText = ({ title, notes, rows, link }: ChannelSheet, most: number): string => {
  const text = [title, ...notes, ...rows.map(({ label, value: said }) => `${label}：${said}`)].join('\n')
  const end = link === null ? '' : `\n${link.label}\n${link.url}`
  return `${clip(text, most - end.length)}${end}`
}
