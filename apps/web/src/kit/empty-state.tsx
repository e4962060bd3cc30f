import InboxOutlined from '@ant-design/icons/InboxOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** What a list says when it has nothing to show, and the way out. */
export type Emptiness = {
  /** 該当する…はいません: the filters leave nothing. */
  readonly filtered: string
  /** まだ…がいません: there is nothing at all. */
  readonly none: string
  /** What to do when there is nothing at all: a sentence, a button. */
  readonly wayOut?: ReactNode
}

type EmptyStateProps = { readonly empty: Emptiness; readonly filtered: boolean; readonly onClear: () => void }

/** The empty list. */
export const EmptyState = ({ empty, filtered, onClear }: EmptyStateProps) => (
  <div className={styles['empty']} role="status">
    <InboxOutlined className={styles['icon']} />
    <p className={styles['title']}>{filtered ? empty.filtered : empty.none}</p>
    {filtered ? (
      <>
        <p>絞り込みの条件を変えてください。</p>
        <Button size="small" onClick={onClear}>
          絞り込みを解除
        </Button>
      </>
    ) : (
      empty.wayOut
    )}
  </div>
)
