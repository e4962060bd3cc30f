import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { FilterBar } from '../kit/filter-bar.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { GateLinks } from '../organisation/access-keys/gate-links.tsx'
import { WallboardLinks } from '../organisation/access-keys/wallboard-links.tsx'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点のボードを開き、リンクを作れます。' }

/** /wallboard-link/list: the board of a site, and the links that show it. */
export const WallboardLinksScreen = () => {
  const viewer = useViewer()
  const offices = useOffices()
  const searchedId = useScreenSearch('wallboardLinks').OfficeId
  const navigate = useNavigate()
  // Who has one office sees that one, whatever the address says; one out of reach is as if it were not asked for.
  const chosen = viewer.officeId ?? searchedId ?? (offices?.length === 1 ? offices[0]?.officeId : undefined)
  const office = offices?.find(({ officeId }) => officeId === chosen)
  return (
    <>
      <PageTitle />
      <Panel>
        <FilterBar>
          <OfficeFilter
            value={office?.officeId}
            onChange={(officeId) => void navigate({ to: screens.wallboardLinks.path, search: { OfficeId: officeId } })}
          />
        </FilterBar>
        {offices !== undefined && office === undefined && <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />}
      </Panel>
      {office !== undefined && (
        <>
          <WallboardLinks key={`board ${office.officeId}`} officeId={office.officeId} officeName={office.officeName} />
          <GateLinks key={`gate ${office.officeId}`} officeId={office.officeId} officeName={office.officeName} />
        </>
      )}
    </>
  )
}
