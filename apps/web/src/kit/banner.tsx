import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled'
import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { Phrase } from './phrase.tsx'

/** A line on top of a form: what to do, or in red what failed. A failure is read out as it appears. */
export const Banner = ({ kind, children }: { readonly kind: 'prompt' | 'failure'; readonly children: ReactNode }) => {
  return (
    <div className={styles['banner']} data-kind={kind} role={kind === 'failure' ? 'alert' : undefined}>
      {kind === 'failure' && <ExclamationCircleFilled className={styles['icon']} aria-hidden="true" />}
      <div>{typeof children === 'string' ? <Phrase text={children} /> : children}</div>
    </div>
  )
}
