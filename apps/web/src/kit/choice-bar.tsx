import type { ReactNode } from 'react'
import styles from './choice-bar.module.css'
import { FilterBar } from './filter-bar.tsx'
import { Panel } from './panel.tsx'

type ChoiceBarProps = {
  readonly children: ReactNode
  /** Shown to the right of the choice. */
  readonly legend?: ReactNode
}

/** The bar that says which company, site or device a screen is about, and where several may be, lets one be chosen. */
export const ChoiceBar = ({ children, legend }: ChoiceBarProps) => (
  <div className={styles['bar']}>
    <Panel>
      <FilterBar actions={legend}>{children}</FilterBar>
    </Panel>
  </div>
)

type UnchosenProps = {
  readonly children: ReactNode
  /** Whether it is not known yet that nothing is chosen. */
  readonly hidden?: boolean
}

/** What choosing leads to, while nothing is chosen. */
export const Unchosen = ({ children, hidden = false }: UnchosenProps) => (
  <Panel>
    <p className={styles['unchosen']} hidden={hidden}>
      {children}
    </p>
  </Panel>
)
