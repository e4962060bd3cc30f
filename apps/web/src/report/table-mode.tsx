import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { FilterBar } from '../kit/filter-bar.tsx'
import { Panel } from '../kit/panel.tsx'
import { OfficeFilter } from '../organisation/office-filters.tsx'
import { useScreenSearch } from '../platform/screen.ts'

/** What each hour came to, on screen. */
export const TableMode = () => {
  const search = useScreenSearch('report')
  const navigate = useNavigate()
  return (
    <Panel>
      <FilterBar>
        <OfficeFilter
          value={search.officeId}
          onChange={(officeId) => void navigate({ to: screens.report.path, search: { ...search, officeId } })}
        />
      </FilterBar>
    </Panel>
  )
}
