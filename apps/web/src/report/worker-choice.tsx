import type { ReportWorker } from '@mimamori/contract/report'
import { TreeSelect } from 'antd'
import { Filter } from '../kit/filter-bar.tsx'
import { type ReactElement, useMemo } from 'react'
import { membersOf, rosterTree } from './roster-tree.ts'
import styles from './table-filters.module.css'

type WorkerChoiceProps = {
  readonly roster: readonly ReportWorker[] | undefined
  readonly value: readonly number[]
  readonly onChange: (workers: readonly number[]) => void
}

// antd names a list by this id and draws none: without it those who hear the page are led nowhere.
const candidatesOf = (id: string) => (tree: ReactElement) => (
  <section id={`${id}_list`} aria-label="作業者の候補">
    {tree}
  </section>
)

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
          maxTagTextLength={value.length > 1 ? 5 : 10}
          maxTagPlaceholder={(rest) => `ほか${rest.length}件`}
          placeholder={roster === undefined ? '先に拠点を選ぶ' : `全員（${roster.length}人）`}
          popupMatchSelectWidth={320}
          popupRender={candidatesOf(id)}
          treeData={tree}
          value={[...value]}
          onChange={(chosen) => onChange(chosen.flatMap((key) => (typeof key === 'number' ? key : membersOf(tree, key))))}
          notFoundContent="該当する作業者はいません"
        />
      )}
    </Filter>
  )
}
