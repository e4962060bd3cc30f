import { Link } from '@tanstack/react-router'
import styles from './screen-tabs.module.css'

type ScreenTabsProps = {
  readonly label: string
  readonly tabs: readonly { readonly path: string; readonly label: string }[]
  /** What goes along to the next screen. */
  readonly search: Readonly<Record<string, unknown>>
}

/** Screens side by side under their title. */
export const ScreenTabs = ({ label, tabs, search }: ScreenTabsProps) => (
  <nav aria-label={label} className={styles['tabs']}>
    <ul>
      {tabs.map((tab) => (
        <li key={tab.path}>
          <Link to={tab.path} search={search as never} activeOptions={{ exact: true, includeSearch: false }}>
            {tab.label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
