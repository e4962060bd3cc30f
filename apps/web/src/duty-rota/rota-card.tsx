import { type ReactNode, useId } from 'react'
import styles from './rota-card.module.css'

type Props = { readonly title: string; readonly note?: ReactNode; readonly children: ReactNode }

/** A part of the rota's screen under its own heading. */
export const RotaCard = ({ title, note, children }: Props) => {
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span>{note}</span>}
      </header>
      {children}
    </section>
  )
}
