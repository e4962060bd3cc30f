import type { ReactNode, Ref } from 'react'
import styles from './panel.module.css'

/** A surface with an edge. A filter bar and its table, or the sections of a form, share one panel without a gap. */
export const Panel = ({ ref, children }: { readonly ref?: Ref<HTMLDivElement>; readonly children: ReactNode }) => (
  <div ref={ref} className={styles['panel']}>
    {children}
  </div>
)
