import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Select } from 'antd'
import { FirstSteps } from '../organisation/first-steps/first-steps.tsx'
import { useFirstSteps } from '../organisation/first-steps/use-first-steps.ts'
import { queryOf } from '../platform/query.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './home-screen.module.css'
import { ResponderHome } from './responder-home.tsx'
import { SiteToday } from './site-today.tsx'
import { SitesPanel, type Offices } from './sites-panel.tsx'

const all = 0

/** The site in the address, its name in any case; undefined where none is chosen or the viewer has no such site. */
const useChosenOffice = (offices: Offices): number | undefined => {
  const { OfficeId } = useScreenSearch('home')
  return offices.find((office) => office.officeId === OfficeId)?.officeId
}

/** The home of a company, or of a service, that has no site yet. */
const SitelessHome = () => {
  const steps = useFirstSteps(undefined).data
  return steps === undefined ? null : <FirstSteps steps={steps} />
}

/** The home of people responsible for several sites: all of them at once, or one they choose. */
export const UnitHome = () => {
  const { roleKey } = useViewer()
  const found = useQuery(queryOf(endpoints.office.search, {})).data
  const offices = found ?? []
  const chosen = useChosenOffice(offices)
  const navigate = useNavigate()
  const only = offices.length === 1 ? offices[0]?.officeId : undefined
  const officeId = chosen ?? only
  const choose = (next: number) => void navigate({ to: screens.home.path, search: next === all ? {} : { OfficeId: next } })
  if (found?.length === 0) return <SitelessHome />
  return (
    <>
      {offices.length > 1 && (
        <Select
          aria-label="拠点"
          className={styles['office'] ?? ''}
          showSearch={{ optionFilterProp: 'label' }}
          value={officeId ?? all}
          options={[
            { value: all, label: `すべての拠点（${offices.length}か所）` },
            ...offices.map((office) => ({ value: office.officeId, label: office.officeName })),
          ]}
          onChange={choose}
        />
      )}
      <ResponderHome
        key={officeId}
        scope={{ officeId, groupId: undefined }}
        whole={false}
        withBase={officeId === undefined}
        today={officeId !== undefined && <SiteToday officeId={officeId} />}
        side={officeId === undefined ? <SitesPanel offices={offices} withCompany={roleKey === 'AdminUnitService'} /> : undefined}
      />
    </>
  )
}
