import { labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { FilterBar } from '../kit/filter-bar.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { Panel } from '../kit/panel.tsx'
import { PosterLinks } from '../organisation/access-keys/poster-links.tsx'
import { useOffices } from '../organisation/offices/office-choices.ts'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { useScreenSearch } from '../platform/screen.ts'
import { useViewer } from '../platform/viewer.ts'

const unchosen = { filtered: '', none: `${labels.user.officeName}を選んでください`, wayOut: '選んだ拠点の掲示を作れます。' }

/** /poster-link/list: the posters of a site, by which anybody reports somebody unwell. */
export const PosterLinksScreen = () => {
  const viewer = useViewer()
  const offices = useOffices()
  const searchedId = useScreenSearch('posterLinks').OfficeId
  const navigate = useNavigate()
  const chosen = viewer.officeId ?? searchedId ?? (offices?.length === 1 ? offices[0]?.officeId : undefined)
  const office = offices?.find(({ officeId }) => officeId === chosen)
  return (
    <>
      <PageTitle />
      <Panel>
        <FilterBar>
          <OfficeFilter
            value={office?.officeId}
            onChange={(officeId) => void navigate({ to: screens.posterLinks.path, search: { OfficeId: officeId } })}
          />
        </FilterBar>
        {offices !== undefined && office === undefined && <EmptyState empty={unchosen} filtered={false} onClear={() => undefined} />}
      </Panel>
      {office !== undefined && <PosterLinks key={office.officeId} officeId={office.officeId} officeName={office.officeName} />}
    </>
  )
}
