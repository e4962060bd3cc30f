import { useId, type ReactNode } from 'react'
import styles from './filter-bar.module.css'

type FilterBarProps = {
  readonly children: ReactNode
  /** What acts on the list as a whole: search, refresh. Shown on the right. */
  readonly actions?: ReactNode
}

/** The bar of filters that is fused to the table below it. */
export const FilterBar = ({ children, actions }: FilterBarProps) => (
  <search className={styles['bar']}>
    <div className={styles['filters']}>{children}</div>
    <div className={styles['actions']}>{actions}</div>
  </search>
)

/** One filter with its label; the control gets the id that ties it to the label. */
export const Filter = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className={styles['filter']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** A filter that is fixed for this person: the value as text. */
export const FixedFilter = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className={styles['filter']}>
    <span className={styles['label']}>{label}</span>
    <span className={styles['fixed']}>{value}</span>
  </div>
)
