import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { FixedFilter } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { useCompanyChoices } from '../organisation/office-choices.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { Place, SettingBody } from './setting-body.tsx'
import styles from './setting-body.module.css'
import { SismilSection } from './sismil-section.tsx'

const CompanyChoice = ({ companyId }: { readonly companyId: number | undefined }) => {
  const navigate = useNavigate()
  return (
    <SelectFilter
      label={labels.user.companyName}
      value={companyId}
      choices={useCompanyChoices()}
      all="選んでください"
      onChange={(chosen) => void navigate({ to: screens.companySetting.path, search: { companyId: chosen } })}
    />
  )
}

/** /master-setting-unit-contract: a company's master settings, which its sites go by where they have none of their own. */
export const CompanySettingScreen = () => {
  const viewer = useViewer()
  const asked = useScreenSearch('companySetting').companyId
  const companies = useCompanyChoices()
  const isKnown = companies === undefined || companies.some(({ value }) => value === asked)
  const companyId = viewer.companyId ?? (isKnown ? asked : undefined)
  const place =
    viewer.companyName === null ? (
      <CompanyChoice companyId={companyId} />
    ) : (
      <FixedFilter label={labels.user.companyName} value={viewer.companyName} />
    )
  return (
    <>
      <PageTitle />
      {viewer.roleKey === 'AdminUnitService' && <SismilSection />}
      {companyId === undefined ? (
        <>
          <Place>{place}</Place>
          <Panel>
            <p className={styles['empty']}>会社を選ぶと、その会社の設定を見て、変えられます。</p>
          </Panel>
        </>
      ) : (
        <SettingBody key={companyId} owner="company" id={companyId} place={place} />
      )}
    </>
  )
}
