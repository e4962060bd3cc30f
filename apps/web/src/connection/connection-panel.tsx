import { type ReactNode, useId } from 'react'
import { Panel } from '../kit/panel.tsx'
import styles from './connection-panel.module.css'

type Props = {
  readonly title: string
  readonly note?: ReactNode
  /** What can be done, in the head. */
  readonly buttons?: ReactNode
  readonly children: ReactNode
}

/** A part of a connection under its heading. */
export const ConnectionPanel = ({ title, note, buttons, children }: Props) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['section']}>
      <Panel>
        <header className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          {note !== undefined && <div className={styles['note']}>{note}</div>}
          {buttons !== undefined && <div className={styles['buttons']}>{buttons}</div>}
        </header>
        {children}
      </Panel>
    </section>
  )
}
