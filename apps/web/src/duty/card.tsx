import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

type Props = { readonly title: string; readonly note?: ReactNode; readonly side?: ReactNode; readonly children: ReactNode }

/** A part of the screen: its heading with a note, and at the right what can be done with it. */
export const Card = ({ title, note, side, children }: Props) => {
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className={styles['note']}>{note}</span>}
        {side !== undefined && <span className={styles['side']}>{side}</span>}
      </header>
      {children}
    </section>
  )
}
