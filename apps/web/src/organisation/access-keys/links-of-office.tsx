import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../../kit/empty-state.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { PageTitle } from '../../kit/page-title.tsx'
import { Panel } from '../../kit/panel.tsx'
import { useScreenSearch } from '../../platform/screen.ts'
import { useViewer } from '../../platform/viewer.ts'
import { useOffices } from '../offices/office-choices.ts'
import { OfficeFilter } from '../offices/office-filters.tsx'

type LinksOffice = { readonly officeId: number; readonly officeName: string }

type Props = {
  readonly screen: 'wallboardLinks' | 'posterLinks'
  /** What can be done here once an office is chosen. */
  readonly wayOut: string
  readonly children: (office: LinksOffice) => ReactNode
}

/** A screen of links of one office, which is in its address. */
export const LinksOfOffice = ({ screen, wayOut, children }: Props) => {
  const viewer = useViewer()
  const offices = useOffices()
  const searchedId = useScreenSearch(screen).OfficeId
  const navigate = useNavigate()
  // Who has one office sees that one, whatever the address says; one out of reach is as if it were not asked for.
  const chosen = viewer.officeId ?? searchedId ?? (offices?.length === 1 ? offices[0]?.officeId : undefined)
  const office = offices?.find(({ officeId }) => officeId === chosen)
  const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut }
  return (
    <>
      <PageTitle />
      <Panel>
        <FilterBar>
          <OfficeFilter
            value={office?.officeId}
            onChange={(officeId) => void navigate({ to: screens[screen].path, search: { OfficeId: officeId } })}
          />
        </FilterBar>
        {offices !== undefined && office === undefined && <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />}
      </Panel>
      {office !== undefined && children(office)}
    </>
  )
}
