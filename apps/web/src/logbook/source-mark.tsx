import { type LogbookSource, logbookSourceNames } from '@mimamori/contract/logbook'
import type { ReactNode } from 'react'
import styles from './marks.module.css'

/** A dot is an instrument of the site, a broken ring what was estimated of one, a square the ministry, a stack a summary, a broken line nothing. */
const shapes: Record<LogbookSource, ReactNode> = {
  measured: <circle className={styles['solid']} cx="8" cy="8" r="4.5" />,
  estimated: <circle className={styles['outline']} cx="8" cy="8" r="4.5" strokeDasharray="2.4 1.6" />,
  public: <rect className={styles['solid']} x="3.5" y="3.5" width="9" height="9" />,
  publicEstimated: <rect className={styles['outline']} x="3.5" y="3.5" width="9" height="9" strokeDasharray="2.4 1.6" />,
  summary: <path className={styles['outline']} d="M3 4H13M3 8H13M3 12H13" />,
  gap: <path className={styles['outline']} d="M1.5 8H5M11 8H14.5M6.2 5.2L9.8 10.8M9.8 5.2L6.2 10.8" />,
}

/** Where a line comes from: its mark and its word. */
export const SourceLabel = ({ source }: { readonly source: LogbookSource }) => (
  <span className={styles['source']} data-source={source}>
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {shapes[source]}
    </svg>
    {logbookSourceNames[source]}
  </span>
)
