import { reportTypeNames } from '@mimamori/contract/report-types'
import { reportLabels } from '@mimamori/contract/report-labels'
import { Segmented, Select } from 'antd'
import { Filter, FilterBar } from '../kit/filter-bar.tsx'
import { type Choice, dateFor, type Period, type ShownType, shownTypes } from './choice.ts'
import { DateFilter } from './date-filter.tsx'
import { OfficesFilter } from './offices-filter.tsx'
import { PersonChoice } from './person-choice.tsx'
import styles from './table-filters.module.css'
import type { SetChoice } from './use-choice.ts'
import { useRoster } from './use-roster.ts'
import { WorkerChoice } from './worker-choice.tsx'
import { statisticNames } from './words.ts'

const types = shownTypes.map((value) => ({ value, label: reportTypeNames[value] }))
const periods = [
  { value: 'daily', label: '日報' },
  { value: 'monthly', label: '月報' },
] as const
const statistics = (['max', 'mean'] as const).map((value) => ({ value, label: statisticNames[value] }))

type FiltersProps = { readonly choice: Choice; readonly today: string; readonly set: SetChoice }

/** The filters of the table: where, whom, what, when. */
export const TableFilters = ({ choice, today, set }: FiltersProps) => {
  const roster = useRoster(choice, today)
  const turn = (period: Period) => set({ period, date: dateFor(period, choice.date, today) })
  return (
    <FilterBar>
      <OfficesFilter value={choice.officeIds} onChange={(officeIds) => set({ officeIds, workers: [], person: undefined })} />
      {choice.period === 'daily' ? (
        <WorkerChoice roster={roster} value={choice.workers} onChange={(workers) => set({ workers, person: undefined })} />
      ) : (
        <PersonChoice
          roster={roster}
          workers={choice.workers}
          person={choice.person}
          onChoose={(person) => set({ person, ...(!choice.workers.includes(person) && { workers: [] }) })}
          onStep={(person) => set({ person }, { replace: true })}
        />
      )}
      <div className={styles['pair']}>
        <Filter label={reportLabels.reportType}>
          {(id) => (
            <Select<ShownType>
              showSearch={{ optionFilterProp: 'label' }}
              id={id}
              className={styles['type'] ?? ''}
              value={choice.type}
              options={types}
              onChange={(type) => set({ type })}
            />
          )}
        </Filter>
        <Segmented
          aria-label={reportLabels.period}
          className={styles['switch'] ?? ''}
          value={choice.period}
          options={[...periods]}
          onChange={turn}
        />
      </div>
      <div className={styles['pair']}>
        <DateFilter period={choice.period} date={choice.date} today={today} onChange={(date) => set({ date })} />
        {choice.type !== 3 && (
          <Segmented
            aria-label={reportLabels.statistic}
            className={styles['switch'] ?? ''}
            value={choice.statistic}
            options={statistics}
            onChange={(statistic) => set({ statistic })}
          />
        )}
      </div>
    </FilterBar>
  )
}
