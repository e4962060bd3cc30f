import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { Filter } from '../kit/filter-bar.tsx'
import { unknownChoice } from '../kit/filter-fields.tsx'
import { queryOf } from '../platform/query.ts'
import styles from './person-filter.module.css'

type PersonFilterProps = { readonly value: number | undefined; readonly onChange: (userId: number | undefined) => void }

const pause = 400
const atMost = 20

/** Filters by one person, found by name among all in reach. */
export const PersonFilter = ({ value, onChange }: PersonFilterProps) => {
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(queryOf(endpoints.userRole.list, { query: { fullName: searched, limit: atMost } }))
  const chosen = useQuery({ ...queryOf(endpoints.userRole.one, { params: { id: value ?? 0 } }), enabled: value !== undefined })
  const people = [...(chosen.data === undefined || value === undefined ? [] : [chosen.data]), ...(found.data?.data ?? [])]
  const options = [
    ...new Map(
      people.map((person) => [person.userId, { value: person.userId, label: `${person.fullName}（${person.userName}）` }]),
    ).values(),
    ...(value === undefined || chosen.data !== undefined ? [] : [unknownChoice(value, chosen.isPending)]),
  ]
  return (
    <Filter label={labels.auditLog.userId}>
      {(id) => (
        <Select
          id={id}
          className={styles['person'] ?? ''}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          allowClear
          placeholder="氏名で探す"
          popupMatchSelectWidth={false}
          loading={found.isFetching}
          value={value ?? null}
          options={options}
          onChange={(userId: number | null | undefined) => onChange(userId ?? undefined)}
          notFoundContent="該当する人はいません"
        />
      )}
    </Filter>
  )
}
