import { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Select } from 'antd'
import { FirstSteps } from '../organisation/first-steps/first-steps.tsx'
import { useFirstSteps } from '../organisation/first-steps/use-first-steps.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './home-screen.module.css'
import { OwnHome } from './own-home.tsx'
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
const UnitHome = () => {
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

const HomeOf = () => {
  const { roleKey, officeId, groupId } = useViewer()
  switch (roleKey) {
    case 'AdminUnitService':
    case 'AdminUnitContract':
      return <UnitHome />
    case 'HeadquartersAdmin':
      return <ResponderHome scope={{ officeId: officeId ?? undefined, groupId: undefined }} whole={false} withBase={false} />
    case 'GroupLeader':
    case 'GroupSubLeader':
      return <ResponderHome scope={{ officeId: officeId ?? undefined, groupId: groupId ?? undefined }} whole withBase={false} />
    case 'User':
      return <OwnHome />
    default:
      return roleKey satisfies never
  }
}

/** /home: what the viewer needs first, by role. */
export const HomeScreen = () => {
  const { groupName, roleKey } = useViewer()
  const leads = roleKey === 'GroupLeader' || roleKey === 'GroupSubLeader'
  return (
    <>
      <h1 className={leads && groupName !== null ? styles['group'] : 'visually-hidden'} tabIndex={-1}>
        {leads && groupName !== null ? groupName : 'ホーム'}
      </h1>
      <HomeOf />
    </>
  )
}
