import { Button } from 'antd'
import { useId } from 'react'
import styles from './task-progress.module.css'

type TaskProgressProps = {
  readonly title: string
  readonly done: number
  readonly total: number
  /** How far it is, in words: 31日中 12日. */
  readonly words: string
  /** What the person may do meanwhile. */
  readonly note?: string
  readonly onStop?: () => void
}

/** Work that takes a while: how far it is, and a way to stop it. */
export const TaskProgress = ({ title, done, total, words, note, onStop }: TaskProgressProps) => {
  const id = useId()
  return (
    <div className={styles['task']}>
      <div className={styles['head']}>
        <span id={id} className={styles['title']}>
          {title}
        </span>
        <span>{words}</span>
      </div>
      <progress className={styles['bar']} value={done} max={total} aria-labelledby={id} />
      <div className={styles['foot']}>
        <p className={styles['note']}>{note}</p>
        {onStop !== undefined && (
          <Button size="small" onClick={onStop}>
            中止
          </Button>
        )}
      </div>
    </div>
  )
}
