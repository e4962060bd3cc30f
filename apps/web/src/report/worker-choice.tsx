import { TreeSelect } from 'antd'
import { Filter } from '../kit/filter-bar.tsx'
import { type ReactElement, useMemo, useState } from 'react'
import { placeholderOf, RosterRetry } from './roster-retry.tsx'
import { membersOf, rosterTree } from './roster-tree.ts'
import styles from './table-filters.module.css'
import { lostOf, type Roster } from './use-roster.ts'

type WorkerChoiceProps = {
  readonly roster: Roster
  readonly value: readonly number[]
  readonly onChange: (workers: readonly number[]) => void
}

// antd names a list by this id and draws none: without it a screen reader does not find the list.
const candidatesOf = (id: string) => (tree: ReactElement) => (
  <section id={`${id}_list`} aria-label="作業者の候補">
    {tree}
  </section>
)

/** Chooses whose lines a daily report holds: some people, whole groups, or everybody. */
export const WorkerChoice = ({ roster, value, onChange }: WorkerChoiceProps) => {
  const tree = useMemo(() => rosterTree(roster.people), [roster.people])
  const lost = lostOf(roster, value).map((id) => ({ value: id, title: '見つからない作業者', search: '' }))
  const [typed, setTyped] = useState('')
  const field = (
    <Filter label="作業者">
      {(id) => (
        <TreeSelect<(number | string)[]>
          id={id}
          className={styles['workers'] ?? ''}
          disabled={roster.state !== 'ready'}
          treeCheckable
          treeDefaultExpandAll
          showCheckedStrategy={TreeSelect.SHOW_PARENT}
          showSearch={{
            filterTreeNode: (words, node) => String(node['search']).includes(words.trim()),
            autoClearSearchValue: false,
            searchValue: typed,
            onSearch: setTyped,
          }}
          // What was typed to find people must not narrow the list when it opens again.
          onOpenChange={(isOpen) => !isOpen && setTyped('')}
          allowClear
          maxTagCount={1}
          maxTagTextLength={value.length > 1 ? 5 : 10}
          maxTagPlaceholder={(rest) => `ほか${rest.length}件`}
          placeholder={placeholderOf(roster, `全員（${roster.people.length}人）`)}
          popupMatchSelectWidth={320}
          popupRender={candidatesOf(id)}
          treeData={[...lost, ...tree]}
          value={[...value]}
          onChange={(chosen) => onChange(chosen.flatMap((key) => (typeof key === 'number' ? key : membersOf(tree, key))))}
          notFoundContent="該当する作業者はいません"
        />
      )}
    </Filter>
  )
  if (roster.state !== 'failed') return field
  return (
    <div className={styles['pair']}>
      {field}
      <RosterRetry roster={roster} />
    </div>
  )
}
