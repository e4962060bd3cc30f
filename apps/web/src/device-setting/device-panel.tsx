import { useId, type ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'
import styles from './device-panel.module.css'

type DevicePanelProps = {
  readonly title: string
  readonly note: string
  readonly choice: ReactNode
  /** Undefined until a device is chosen. */
  readonly serial: string | undefined
  /** What to do while none is. */
  readonly wayIn: string
  readonly children: ReactNode
}

/** A kind of device: which one, and below it what it is set to. */
export const DevicePanel = ({ title, note, choice, serial, wayIn, children }: DevicePanelProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['place']}>
      <Panel>
        <header className={styles['head']}>
          <div className={styles['names']}>
            <h2 id={id} className={styles['title']}>
              {title}
            </h2>
            <p className={styles['note']}>{note}</p>
          </div>
          {choice}
        </header>
        {serial === undefined ? <p className={styles['empty']}>{wayIn}</p> : children}
      </Panel>
    </section>
  )
}
