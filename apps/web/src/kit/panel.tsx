import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A surface with an edge. A filter bar and its table, or the sections of a form, stand in one and are fused. */
export const Panel = ({ children }: { readonly children: ReactNode }) => <div className={styles['panel']}>{children}</div>
