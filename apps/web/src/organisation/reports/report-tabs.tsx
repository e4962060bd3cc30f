import { screens } from '@mimamori/contract/screens'
import { ScreenTabs } from '../../kit/screen-tabs.tsx'
import { useNewestSearch } from '../../platform/newest-search.ts'

const tabs: readonly { readonly path: string; readonly label: string }[] = [
  { path: screens.report.path, label: 'レポート' },
  { path: screens.safetySummary.path, label: '月次まとめ' },
  { path: screens.logbook.path, label: '暑さ指数記録簿' },
  { path: screens.reportScheduleList.path, label: '定期送信' },
]

/** The site that goes along; of several, which the other screens cannot show at once, the first. */
export const siteToTake = (officeId: unknown): number | undefined => {
  const first = typeof officeId === 'string' ? Number(officeId.split(',')[0]) : officeId
  return typeof first === 'number' && Number.isInteger(first) && first > 0 ? first : undefined
}

/** The screens of reports, side by side under their title; the site that one is about goes along to the next. */
export const ReportTabs = () => {
  const search: Record<string, unknown> = useNewestSearch()
  const officeId = siteToTake(search['officeId'])
  return <ScreenTabs label="レポートの種類" tabs={tabs} search={{ officeId }} />
}
