import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { ChoiceBar, Unchosen } from '../kit/choice-bar.tsx'
import { FixedFilter } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { useCompanyChoices } from '../organisation/offices/office-choices.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { SettingBody } from './setting-body.tsx'
import { SismilSection } from './sismil-section.tsx'
import { SsoRow } from './sso-row.tsx'

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

/** /master-setting-unit-contract: a company's master settings, which apply to sites without settings of their own. */
export const CompanySettingScreen = () => {
  const viewer = useViewer()
  const searchedId = useScreenSearch('companySetting').companyId
  const companies = useCompanyChoices()
  // A company that is not there is as if it were not asked for.
  const companyId = viewer.companyId ?? companies?.find(({ value }) => value === searchedId)?.value
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
          <ChoiceBar>{place}</ChoiceBar>
          <Unchosen hidden={searchedId !== undefined && companies === undefined}>
            会社を選ぶと、その会社の設定を見て、変えられます。
          </Unchosen>
        </>
      ) : (
        <>
          <SsoRow companyId={companyId} />
          <SettingBody key={companyId} owner="company" id={companyId} place={place} />
        </>
      )}
    </>
  )
}
