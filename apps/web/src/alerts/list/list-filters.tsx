import { keysOf } from '@mimamori/contract/typed-lists'
import { alertKindNames, alertKinds, handlingNames, handlings } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import { Checkbox, Segmented } from 'antd'
import { DayFilters } from '../../kit/day-filter.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { SelectFilter } from '../../kit/filter-fields.tsx'
import { GroupFilter } from '../../organisation/offices/group-filter.tsx'
import { CompanyFilter, OfficeFilter } from '../../organisation/offices/office-filters.tsx'
import { byHandling, firstPeriod, periodNames, periodOf } from './list-ask.ts'
import type { AlertScreen } from './use-alert-list.ts'

const kinds = alertKinds.map((value) => ({ value, label: alertKindNames[value] }))
const steps = handlings.map((value) => ({ value, label: handlingNames[value] }))
const periods = keysOf(periodNames)
  .toSorted((a, b) => (Number(a) || 1_000) - (Number(b) || 1_000))
  .map((value) => ({ value, label: periodNames[value] }))

const spans = [
  { value: 'now', label: '現在' },
  { value: 'all', label: 'すべて' },
]

/** The period the past is looked back on. What is current has none. */
const PeriodFilter = ({ list }: Pick<AlertScreen, 'list'>) => {
  const { filters, setFilters } = list
  const period = periodOf(filters)
  return (
    <>
      <SelectFilter
        label="期間"
        value={period}
        choices={periods}
        all={null}
        onChange={(chosen) =>
          setFilters({
            period: chosen === firstPeriod ? undefined : chosen,
            ...(chosen !== 'chosen' && { from: undefined, to: undefined }),
          })
        }
      />
      {period === 'chosen' && (
        <DayFilters
          labels={[labels.alert.from, labels.alert.to]}
          values={[filters.from, filters.to]}
          onChange={([from, to]) => setFilters({ period: 'chosen', from, to })}
        />
      )}
    </>
  )
}

/** The filters of the list of alerts. */
export const ListFilters = ({ list, companyId }: Pick<AlertScreen, 'list' | 'companyId'>) => {
  const { filters, setFilters } = list
  return (
    <FilterBar
      actions={
        <Segmented
          aria-label="期間の広さ"
          value={filters.allTime === true ? 'all' : 'now'}
          options={spans}
          onChange={(span) => setFilters({ allTime: span === 'all' ? true : undefined })}
        />
      }
    >
      <CompanyFilter
        value={filters.companyId}
        onChange={(chosen) => setFilters({ companyId: chosen, officeId: undefined, groupId: undefined })}
      />
      <OfficeFilter
        value={filters.officeId}
        which="all"
        companyId={companyId}
        onChange={(officeId) => setFilters({ officeId, groupId: undefined })}
      />
      <GroupFilter officeId={filters.officeId} value={filters.groupId} onChange={(groupId) => setFilters({ groupId })} />
      {filters.allTime === true && <PeriodFilter list={list} />}
      <SelectFilter label={labels.alert.kind} value={filters.kind} choices={kinds} onChange={(kind) => setFilters({ kind })} />
      <SelectFilter
        label={labels.alert.handling}
        value={filters.handling}
        choices={steps}
        onChange={(handling) => setFilters(byHandling(handling))}
      />
      <Checkbox checked={filters.drill === true} onChange={(event) => setFilters({ drill: event.target.checked ? true : undefined })}>
        訓練だけを表示
      </Checkbox>
    </FilterBar>
  )
}
