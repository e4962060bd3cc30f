import type { ReportWorker } from '@mimamori/contract/report'
import { TreeSelect } from 'antd'
import { Filter } from '../kit/filter-bar.tsx'
import { useMemo } from 'react'
import { membersOf, rosterTree } from './roster-tree.ts'
import styles from './table-filters.module.css'

type WorkerChoiceProps = {
  readonly roster: readonly ReportWorker[] | undefined
  readonly value: readonly number[]
  readonly onChange: (workers: readonly number[]) => void
}

/** Chooses whose lines a daily report holds: some people, whole groups, or everybody. */
export const WorkerChoice = ({ roster, value, onChange }: WorkerChoiceProps) => {
  const tree = useMemo(() => rosterTree(roster ?? []), [roster])
  return (
    <Filter label="作業者">
      {(id) => (
        <TreeSelect<(number | string)[]>
          id={id}
          className={styles['workers'] ?? ''}
          disabled={roster === undefined}
          treeCheckable
          treeDefaultExpandAll
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          showSearch={{ filterTreeNode: (typed, node) => String(node['search']).includes(typed.trim()), autoClearSearchValue: false }}
          allowClear
          maxTagCount={1}
          maxTagTextLength={10}
          maxTagPlaceholder={(rest) => `ほか${rest.length}件`}
          placeholder={roster === undefined ? '拠点を選んでください' : `全員（${roster.length}人）`}
          popupMatchSelectWidth={320}
          treeData={tree}
          value={[...value]}
          onChange={(chosen) => onChange(chosen.flatMap((key) => (typeof key === 'number' ? key : membersOf(tree, key))))}
          notFoundContent="該当する作業者はいません"
        />
      )}
    </Filter>
  )
}
