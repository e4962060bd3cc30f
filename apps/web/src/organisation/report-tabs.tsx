import { screens } from '@mimamori/contract/screens'
import { wireInteger } from '@mimamori/contract/wire'
import { Link, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { readSearch } from '../platform/screen.ts'
import styles from './report-tabs.module.css'

const tabs = [
  { screen: 'report', label: 'レポート' },
  { screen: 'safetySummary', label: '月次まとめ' },
  { screen: 'logbook', label: '暑さ指数記録簿' },
  { screen: 'reportScheduleList', label: '定期送信' },
] as const

const built: readonly { readonly path: string; readonly label: string }[] = tabs
  .filter(({ screen }) => !('planned' in screens[screen]))
  .map(({ screen, label }) => ({ path: screens[screen].path, label }))

const place = z.object({ officeId: wireInteger(1) })

/** The screens of reports, side by side under their title; the site that one is about goes along to the next. */
export const ReportTabs = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { officeId } = readSearch(place, search)
  return (
    <nav aria-label="レポートの種類" className={styles['tabs']}>
      <ul>
        {built.map(({ path, label }) => (
          <li key={path}>
            <Link to={path} search={{ officeId } as never} activeOptions={{ exact: true, includeSearch: false }}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
