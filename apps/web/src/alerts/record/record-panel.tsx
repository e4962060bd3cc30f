import { type ReactNode, useId } from 'react'
import styles from './record-panel.module.css'

type Props = { readonly title: string; readonly hint?: ReactNode; readonly children: ReactNode }

/** A part of the record under its heading. */
export const RecordPanel = ({ title, hint, children }: Props) => {
  const id = useId()
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      <header className={styles['heading']}>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
      </header>
      <div className={styles['body']}>{children}</div>
    </section>
  )
}
