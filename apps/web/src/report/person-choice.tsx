import LeftOutlined from '@ant-design/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import type { ReportWorker } from '@mimamori/contract/report'
import { Button, Select } from 'antd'
import { useMemo } from 'react'
import { Filter } from '../kit/filter-bar.tsx'
import { placeholderOf, RosterRetry } from './roster-retry.tsx'
import { circleOf, rosterTree } from './roster-tree.ts'
import styles from './table-filters.module.css'
import type { Roster } from './use-roster.ts'

type StepsProps = {
  readonly people: readonly ReportWorker[]
  readonly person: number | undefined
  readonly onStep: (person: number) => void
}

/** The person before and after, and which of how many is shown. */
const Steps = ({ people, person, onStep }: StepsProps) => {
  const at = people.findIndex(({ userId }) => userId === person)
  const [before, after] = [people[at - 1], people[at + 1]]
  return (
    <span className={styles['steps']}>
      <Button
        icon={<LeftOutlined aria-hidden="true" />}
        aria-label="前の作業者"
        title="前の作業者"
        disabled={before === undefined}
        onClick={() => before !== undefined && onStep(before.userId)}
      />
      <span className={styles['place']}>
        {at + 1}/{people.length}
      </span>
      <Button
        icon={<RightOutlined aria-hidden="true" />}
        aria-label="次の作業者"
        title="次の作業者"
        disabled={after === undefined}
        onClick={() => after !== undefined && onStep(after.userId)}
      />
    </span>
  )
}

type PersonChoiceProps = {
  readonly roster: Roster
  /** Those chosen in the daily report: one steps through them. */
  readonly workers: readonly number[]
  readonly person: number | undefined
  /** Somebody from the list. */
  readonly onChoose: (person: number) => void
  readonly onStep: (person: number) => void
}

/** Chooses whose month is shown. */
export const PersonChoice = ({ roster, workers, person, onChoose, onStep }: PersonChoiceProps) => {
  const groups = useMemo(() => rosterTree(roster.people), [roster.people])
  const people = circleOf(roster.people, workers)
  return (
    <div className={styles['pair']}>
      <Filter label="作業者">
        {(id) => (
          <Select<number | null>
            id={id}
            className={styles['person'] ?? ''}
            disabled={roster.state !== 'ready'}
            showSearch={{
              filterOption: (typed, option) => 'search' in (option ?? {}) && String(option?.['search']).includes(typed.trim()),
            }}
            placeholder={placeholderOf(roster, '1人を選ぶ')}
            popupMatchSelectWidth={280}
            value={roster.people.some(({ userId }) => userId === person) && person !== undefined ? person : null}
            options={groups.map(({ title, children }) => ({
              label: title,
              title,
              options: children.map(({ value, title: label, search }) => ({ value, label, search })),
            }))}
            onChange={(chosen) => chosen !== null && onChoose(chosen)}
            notFoundContent="該当する作業者はいません"
          />
        )}
      </Filter>
      <RosterRetry roster={roster} />
      {people.length > 1 && people.some(({ userId }) => userId === person) && <Steps people={people} person={person} onStep={onStep} />}
    </div>
  )
}
