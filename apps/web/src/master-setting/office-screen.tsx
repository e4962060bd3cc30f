import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { ChoiceBar, Unchosen } from '../kit/choice-bar.tsx'
import { FixedFilter } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import { SettingBody } from './setting-body.tsx'

/** The site as a link names it, or as it is chosen; offices of several companies may carry the same name. */
const OfficeChoice = ({ officeId }: { readonly officeId: number | undefined }) => {
  const viewer = useViewer()
  const navigate = useNavigate()
  const choices = useOffices()?.map((office) => ({
    value: office.officeId,
    label: viewer.companyId === null ? `${office.officeName}（${office.companyName}）` : office.officeName,
    name: office.officeName,
  }))
  return (
    <SelectFilter
      label={labels.user.officeName}
      value={officeId}
      choices={choices?.map(({ value, label }) => ({ value, label }))}
      all="選んでください"
      onChange={(chosen) => {
        const officeName = choices?.find(({ value }) => value === chosen)?.name
        void navigate({ to: screens.officeSetting.path, search: { officeId: chosen, officeName } })
      }}
    />
  )
}

/** /master-setting-headquaters: a site's master settings, over those of its company. */
export const OfficeSettingScreen = () => {
  const viewer = useViewer()
  const { officeId: searchedId, proposed } = useScreenSearch('officeSetting')
  const offices = useOffices()
  // A site out of reach is as if it were not asked for; its name is the server's, not the link's.
  const officeId = viewer.officeId ?? offices?.find((office) => office.officeId === searchedId)?.officeId
  const place =
    viewer.officeName === null ? (
      <OfficeChoice officeId={officeId} />
    ) : (
      <FixedFilter label={labels.user.officeName} value={viewer.officeName} />
    )
  return (
    <>
      <PageTitle {...(viewer.officeId === null && { back: screens.officeList })} />
      {officeId === undefined ? (
        <>
          <ChoiceBar>{place}</ChoiceBar>
          <Unchosen hidden={searchedId !== undefined && offices === undefined}>拠点を選ぶと、その拠点の設定を見て、変えられます。</Unchosen>
        </>
      ) : (
        <SettingBody key={officeId} owner="office" id={officeId} place={place} proposed={proposed} />
      )}
    </>
  )
}
