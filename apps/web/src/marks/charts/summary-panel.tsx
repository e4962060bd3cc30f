import { type ReactNode, useId } from 'react'
import styles from './summary-panel.module.css'

type SectionProps = { readonly title: string; readonly hint?: ReactNode; readonly aside?: ReactNode; readonly children: ReactNode }

/** A part of the summary under its heading; several may be in one panel. */
export const Section = ({ title, hint, aside, children }: SectionProps) => {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <header className={styles['heading']}>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
        {aside !== undefined && <div className={styles['aside']}>{aside}</div>}
      </header>
      {children}
    </section>
  )
}

/** A surface with an edge around one section or several. */
export const SummaryPanel = ({ children }: { readonly children: ReactNode }) => <div className={styles['panel']}>{children}</div>

/** A section on a surface of its own. */
export const SectionPanel = (props: SectionProps) => (
  <SummaryPanel>
    <Section {...props} />
  </SummaryPanel>
)

/** What a section says where there is nothing to show. */
export const Nothing = ({ children }: { readonly children: ReactNode }) => <p className={styles['nothing']}>{children}</p>
