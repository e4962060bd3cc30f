import { endpoints } from '@mimamori/contract/endpoints'
import type { GroupPerson } from '@mimamori/contract/group'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import type { Column } from '../kit/data-table.tsx'
import { confirm } from '../kit/dialogs.ts'
import { Filter } from '../kit/filter-bar.tsx'
import { TypingFilter } from '../kit/filter-fields.tsx'
import { PickerDialog } from '../kit/picker-dialog.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { Id, orNone } from '../organisation/accounts/person-cells.tsx'
import { queryOf } from '../platform/query.ts'
import { everyone, seatOf, type Seat, type Seating } from './seats.ts'

type MemberPickerProps = {
  readonly seat: Seat
  readonly seating: Seating
  readonly officeId: number
  /** The group that is edited; absent for a new one. */
  readonly groupId: number | undefined
  readonly onPick: (people: readonly GroupPerson[]) => void
  readonly onClose: () => void
}

/** Chooses people of the site for one place of a group, several at once and across pages. Anyone who has another place in it is left out. */
export const MemberPicker = ({ seat, seating, officeId, groupId, onPick, onClose }: MemberPickerProps) => {
  const seatedElsewhere = everyone({ ...seating, [seat]: [] }).map((person) => person.userId)
  const list = useHeldList<{ workerCode: string; fullName: string; ungrouped: string }>()
  const withoutGuests = seat !== 'listMember'
  const result = useQuery(
    queryOf(endpoints.group.searchCandidates, { body: { ...list.query, officeId, withoutGuests, without: seatedElsewhere } }),
  )
  const hindrance = (person: GroupPerson) => (seatOf(seating, person.userId) === seat ? '選択済み' : undefined)

  const columns: readonly Column<GroupPerson, never>[] = [
    { key: 'workerCode', title: labels.group.workerCode, render: (person) => <Id>{person.workerCode}</Id> },
    { key: 'fullName', title: labels.group.fullName, render: (person) => person.fullName },
    { key: 'groupName', title: 'いまのグループ', render: (person) => hindrance(person) ?? orNone(person.groupName) },
  ]

  const choose = async (people: readonly GroupPerson[]) => {
    const movers = people.filter((person) => person.groupId !== null && person.groupId !== groupId)
    const names = movers.map((person) => `「${person.fullName}」`).join('')
    if (movers.length > 0 && !(await confirm({ body: message('movesGroup', { names }), verb: '移す' }))) return false
    onPick(people)
    return true
  }

  return (
    <PickerDialog
      title={`${labels.group[seat]}を選ぶ`}
      choose="several"
      columns={columns}
      rowKey={(person) => person.userId}
      nameOf={(person) => person.fullName}
      hindrance={hindrance}
      list={list}
      result={result}
      empty={{ filtered: '該当する作業者はいません', none: 'この拠点には作業者がいません' }}
      filters={
        <>
          <TypingFilter
            label={labels.group.workerCode}
            value={list.filters.workerCode}
            onChange={(workerCode) => list.setFilters({ workerCode })}
          />
          <TypingFilter
            label={labels.group.fullName}
            value={list.filters.fullName}
            onChange={(fullName) => list.setFilters({ fullName })}
          />
          <Filter label={labels.group.ungrouped}>
            {(id) => (
              <Switch
                id={id}
                checked={list.filters.ungrouped === '1'}
                onChange={(hides) => list.setFilters({ ungrouped: hides ? '1' : undefined })}
              />
            )}
          </Filter>
        </>
      }
      onChoose={choose}
      onClose={onClose}
    />
  )
}
