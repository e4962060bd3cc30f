import { useId, type ReactNode } from 'react'
import styles from './section.module.css'

type Props = { readonly title: string; readonly note?: ReactNode; readonly link?: ReactNode; readonly children: ReactNode }

/** A part of the home screen: what it is, how much of it there is, and a link to more of it. */
export const Section = ({ title, note, link, children }: Props) => {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <header className={styles['header']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {note !== undefined && <span className={styles['note']}>{note}</span>}
        {link !== undefined && <span className={styles['link']}>{link}</span>}
      </header>
      {children}
    </section>
  )
}
