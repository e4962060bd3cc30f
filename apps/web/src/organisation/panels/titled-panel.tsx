import { type ReactNode, useId } from 'react'
import { Panel } from '../../kit/panel.tsx'
import styles from './titled-panel.module.css'

type TitledPanelProps = {
  readonly title: ReactNode
  /** How many there are of what it holds, in words. */
  readonly counted?: ReactNode
  readonly note?: ReactNode
  /** The buttons in the head. */
  readonly buttons?: ReactNode
  readonly children?: ReactNode
}

/** A panel with a name of its own, beneath a form or among others. */
export const TitledPanel = ({ title, counted, note, buttons, children }: TitledPanelProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['place']}>
      <Panel>
        <header className={styles['head']} data-alone={children === undefined}>
          <div className={styles['names']}>
            <h2 id={id} className={styles['title']}>
              {title}
            </h2>
            {counted !== undefined && <span className={styles['count']}>{counted}</span>}
            {note !== undefined && <p className={styles['note']}>{note}</p>}
          </div>
          {buttons}
        </header>
        {children}
      </Panel>
    </section>
  )
}

type PartProps = { readonly name: ReactNode; readonly button: ReactNode; readonly children: ReactNode }

/** A line of such a panel: what it is about, its state, and what can be done. */
export const PanelPart = ({ name, button, children }: PartProps) => (
  <div className={styles['part']}>
    <h3 className={styles['name']}>{name}</h3>
    <div>{children}</div>
    {button}
  </div>
)
