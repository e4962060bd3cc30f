import { screens } from '@mimamori/contract/screens'
import { wireInteger } from '@mimamori/contract/wire'
import { Link, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { readSearch } from '../platform/screen.ts'
import styles from './report-tabs.module.css'

const tabs: readonly { readonly path: string; readonly label: string }[] = [
  { path: screens.report.path, label: 'レポート' },
  { path: screens.safetySummary.path, label: '月次まとめ' },
  { path: screens.logbook.path, label: '暑さ指数記録簿' },
  { path: screens.reportScheduleList.path, label: '定期送信' },
]

const place = z.object({ officeId: wireInteger(1) })

/** The screens of reports, side by side under their title; the site that one is about goes along to the next. */
export const ReportTabs = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { officeId } = readSearch(place, search)
  return (
    <nav aria-label="レポートの種類" className={styles['tabs']}>
      <ul>
        {tabs.map(({ path, label }) => (
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
