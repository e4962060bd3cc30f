import { Button } from 'antd'
import { type CSSProperties, useState } from 'react'
import { useScrollFocus } from '../kit/use-scroll-focus.ts'
import { isWithin, type Json, linesOf, type MessageLine } from './message-lines.ts'
import styles from './message-view.module.css'
import { NumberMark } from './number-mark.tsx'

/** A value of the message that the mapping reads: its number and what it becomes. */
export type MappedPath = { readonly path: string; readonly number: number; readonly name: string }

type Props = {
  readonly message: Json
  readonly mapped: readonly MappedPath[]
  /** The part that holds what the meter measured; its values that nothing reads say so. */
  readonly decodedPath: string
}

const name = '最後に届いたデータ'

type LineProps = {
  readonly line: MessageLine
  readonly mark: MappedPath | undefined
  readonly isUnread: boolean
  readonly onOpen: () => void
}

const Line = ({ line, mark, isUnread, onOpen }: LineProps) => (
  <li className={styles['line']} style={{ '--depth': line.depth } as CSSProperties}>
    <span className={styles['gutter']}>
      {mark !== undefined && <NumberMark number={mark.number} name={`${mark.number} ${mark.name}`} />}
    </span>
    <code className={styles['code']} data-mapped={mark !== undefined}>
      {line.key}
      <span className={styles['value']} data-folded={line.isFolded}>
        {line.text}
      </span>
      {!line.isFolded && line.after}
    </code>
    {line.isFolded && (
      <Button type="link" size="small" aria-label={`${line.path}を開く`} onClick={onOpen}>
        開く
      </Button>
    )}
    {isUnread && <span className={styles['unread']}>{line.isNameable ? '読みません' : '名前に . や [ ] があるので選べません'}</span>}
  </li>
)

/** The last message of a connection as it came, with the numbers of what is mapped. */
export const MessageView = ({ message, mapped, decodedPath }: Props) => {
  const [opened, setOpened] = useState<readonly string[]>([])
  const frame = useScrollFocus(name, '[data-scroller]')
  const open = [...opened, decodedPath, ...mapped.map(({ path }) => path)]
  const lines = linesOf(message, (path) =>
    open.some((one) => isWithin(one, path) || (path !== '' && opened.includes(one) && isWithin(path, one))),
  )
  return (
    <div ref={frame} className={styles['frame']}>
      <div data-scroller className={styles['scroller']}>
        <ol className={styles['lines']} aria-label={name}>
          {lines.map((line, index) => (
            <Line
              key={`${index} ${line.path}`}
              line={line}
              mark={line.kind === 'value' ? mapped.find(({ path }) => path === line.path) : undefined}
              isUnread={line.kind === 'value' && isWithin(line.path, decodedPath) && !mapped.some(({ path }) => path === line.path)}
              onOpen={() => setOpened([...opened, line.path])}
            />
          ))}
        </ol>
      </div>
    </div>
  )
}
