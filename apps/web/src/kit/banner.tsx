import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled'
import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { SvgIcon } from './svg-icon.tsx'
import { Phrase } from './phrase.tsx'

/** A line on top of a form: what to do, or in red what failed. A failure is read out as it appears. */
export const Banner = ({ kind, children }: { readonly kind: 'prompt' | 'failure'; readonly children: ReactNode }) => {
  return (
    <div className={styles['banner']} data-kind={kind} role={kind === 'failure' ? 'alert' : undefined}>
      {kind === 'failure' && <SvgIcon icon={ExclamationCircleFilled} className={styles['icon']} />}
      <div>{typeof children === 'string' ? <Phrase text={children} /> : children}</div>
    </div>
  )
}
