import { screens } from '@mimamori/contract/screens'
import { useSearch } from '@tanstack/react-router'
import { ScreenTabs } from '../../kit/screen-tabs.tsx'

const tabs: readonly { readonly path: string; readonly label: string }[] = [
  { path: screens.alertLoad.path, label: screens.alertLoad.title },
  { path: screens.outboxMailList.path, label: screens.outboxMailList.title },
]

/** The screens about notices, side by side under their title; the site that one is about goes along to the next. */
export const NoticeTabs = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return <ScreenTabs label="通知の画面" tabs={tabs} search={{ officeId: search['officeId'] }} />
}
