import { labels } from '@mimamori/contract/labels'
import { logbook, logbookUnitNames, logbookUnits } from '@mimamori/contract/logbook'
import { useQuery } from '@tanstack/react-query'
import { DayFilter } from '../kit/day-filter.tsx'
import { FilterBar } from '../kit/filter-bar.tsx'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { OfficeFilter } from '../organisation/offices/office-filters.tsx'
import { queryOf } from '../platform/query.ts'
import { withFrom, withTo } from './span.ts'
import type { Book } from './use-book.ts'

const { logbook: label } = labels

const units = logbookUnits.map((value) => ({ value, label: logbookUnitNames[value] }))

/** The watchers that have anything to say in the span, and the public station. */
const useWatchers = ({ officeId, device, span }: Book) => {
  const { data } = useQuery({
    ...queryOf(logbook.watchers, { query: { officeId: officeId ?? 0, ...span } }),
    enabled: officeId !== undefined,
  })
  const known = data?.data.map(({ device: value, place, hasLeft }) => ({
    value,
    label: `${value === 'public' ? place : `${place}（${value}）`}${hasLeft ? '・撤去済み' : ''}`,
  }))
  // A link may name one that never was here; it can still be chosen away.
  const isLost = device !== undefined && known?.every(({ value }) => value !== device) === true
  return isLost ? [{ value: device, label: 'この期間に記録のない暑さ指数計' }, ...known] : known
}

/** Which watcher's book, of which days, how fine. */
export const LogbookFilters = ({ book }: { readonly book: Book }) => {
  const { list, officeId, device, unit, span, today } = book
  const watchers = useWatchers(book)
  return (
    <FilterBar>
      <OfficeFilter
        value={officeId}
        which="all"
        all="選んでください"
        onChange={(chosen) => list.setFilters({ officeId: chosen, device: undefined })}
      />
      <SelectFilter
        label={label.device}
        value={device}
        choices={officeId === undefined ? [] : watchers}
        all="拠点全体"
        onChange={(chosen) => list.setFilters({ device: chosen })}
      />
      <DayFilter
        label={label.from}
        value={span.from}
        latest={today}
        onChange={(from) => from !== undefined && list.setFilters(withFrom(span, from, today))}
      />
      <DayFilter
        label={label.to}
        value={span.to}
        latest={today}
        onChange={(to) => to !== undefined && list.setFilters(withTo(span, to, today))}
      />
      <SelectFilter label={label.unit} value={unit} choices={units} all={null} onChange={(chosen) => list.setFilters({ unit: chosen })} />
    </FilterBar>
  )
}
