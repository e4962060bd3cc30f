import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { identityProvider } from '@mimamori/contract/single-sign-on'
import { useNavigate } from '@tanstack/react-router'
import { ChoiceBar, Unchosen } from '../kit/choice-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadedRecord } from '../kit/loaded-record.tsx'
import { useCompanyChoices } from '../organisation/offices/office-choices.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { ProviderForm } from './provider-form.tsx'

/** For people who see all companies and came without naming one. */
const CompanyChoice = () => {
  const navigate = useNavigate()
  return (
    <>
      <PageTitle back={screens.companySetting} />
      <ChoiceBar>
        <SelectFilter
          label={labels.user.companyName}
          value={undefined}
          choices={useCompanyChoices()}
          all="選んでください"
          onChange={(companyId) => void navigate({ to: screens.identityProvider.path, search: { companyId } })}
        />
      </ChoiceBar>
      <Unchosen>会社を選ぶと、その会社の認証サービスを登録して、見守りへのログインに使えます。</Unchosen>
    </>
  )
}

/** /master-setting-unit-contract/identity-provider: where a company's people may sign in with what they have from their company. */
export const IdentityProviderScreen = () => {
  const viewer = useViewer()
  const searchedId = useScreenSearch('identityProvider').companyId
  const companyId = viewer.companyId ?? searchedId
  const companies = useCompanyChoices()
  if (companyId === undefined) return <CompanyChoice />
  const companyName = viewer.companyName ?? companies?.find(({ value }) => value === companyId)?.label ?? ''
  return (
    <LoadedRecord key={companyId} list={screens.companySetting} endpoint={identityProvider.one} input={{ params: { id: companyId } }}>
      {(record, reload) => <ProviderForm record={record} companyName={companyName} reload={reload} />}
    </LoadedRecord>
  )
}
