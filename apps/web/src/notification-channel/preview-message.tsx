import type { ChannelType } from '@mimamori/contract/channel-fields'
import type { Language } from '@mimamori/contract/language'
import type { ChannelPreview } from '@mimamori/contract/notification-channel'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { LevelMark } from '../marks/level-mark.tsx'
import { BrandMark } from '../platform/brand.tsx'
import { clockOf } from '../platform/japan-time.ts'
import styles from './preview-message.module.css'

type Message = ChannelPreview['message']

const gradeOf = ({ emergency, level }: Message) => (emergency ? 'emergency' : level === null ? undefined : levelGradeOf(level))

const Head = ({ message }: { readonly message: Message }) => {
  const grade = gradeOf(message)
  return (
    <p className={styles['head']}>
      {grade !== undefined && <LevelMark grade={grade} size={24} decorative />}
      <strong>{[message.urgency, message.person].filter(Boolean).join('　')}</strong>
    </p>
  )
}

/** Services with cards of their own: the facts beneath each other, and a button. */
const Card = ({ message }: { readonly message: Message }) => (
  <div className={styles['card']} data-grade={gradeOf(message)}>
    <Head message={message} />
    <dl className={styles['rows']}>
      {message.rows.map(({ label, value }) => (
        <div key={label} className={styles['row']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {message.link !== null && <span className={styles['button']}>{message.link.label}</span>}
  </div>
)

/** Services of text alone: a line each. */
const Bubble = ({ message }: { readonly message: Message }) => (
  <div className={styles['bubble']}>
    <Head message={message} />
    {message.rows.map(({ label, value }) => (
      <p key={label}>
        {label}：{value}
      </p>
    ))}
    {message.link !== null && <p className={styles['link']}>{message.link.url}</p>}
  </div>
)

/** An endpoint of another system sees no picture: the body as it comes. */
const Body = ({ body }: { readonly body: string }) => <pre className={styles['body']}>{body}</pre>

const withSpaces = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

const cards: readonly ChannelType[] = ['teams', 'slack', 'lineworks']

type Props = { readonly type: ChannelType; readonly preview: ChannelPreview; readonly language: Language }

/** A message about as its readers see it, drawn without the look of any service. */
export const PreviewMessage = ({ type, preview: { message, request }, language }: Props) => (
  <div className={styles['message']}>
    <span className={styles['sender']} aria-hidden="true">
      <BrandMark size={24} />
    </span>
    <div className={styles['content']}>
      <p className={styles['from']}>
        <strong>見守り</strong> <time dateTime={message.at}>{clockOf(message.at)}</time>
      </p>
      {type === 'webhook' && request !== null ? (
        <Body body={withSpaces(request.body)} />
      ) : (
        <div lang={language}>{cards.includes(type) ? <Card message={message} /> : <Bubble message={message} />}</div>
      )}
    </div>
  </div>
)
