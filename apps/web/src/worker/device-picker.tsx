import type { Device } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../kit/banner.tsx'
import type { Column } from '../kit/data-table.tsx'
import { SelectFilter, TypingFilter } from '../kit/filter-fields.tsx'
import { PickerDialog } from '../kit/picker-dialog.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { orNone } from '../organisation/accounts/person-cells.tsx'
import { queryOf } from '../platform/query.ts'
import { holderOf, refusalOf, slotNames, typeChoices, type Slot, type Worn } from './device-rules.ts'

/** Rows of a page in this dialog (spec §9). */
const pageSize = 5

const columns: readonly Column<Device, never>[] = [
  { key: 'deviceType', title: labels.device.deviceType, render: (row) => row.deviceTypeValue },
  { key: 'serialNumber', title: labels.device.serialNumber, render: (row) => <span className="id">{row.serialNumber}</span> },
  {
    key: 'userName',
    title: labels.device.userName,
    render: (row) => (row.userName === null ? orNone(null) : <span className="id">{row.userName}</span>),
  },
  { key: 'fullName', title: labels.device.fullName, render: (row) => orNone(row.fullName) },
]

type DevicePickerProps = {
  readonly slot: Slot
  readonly officeId: number
  /** Who is to wear it; absent for somebody new. */
  readonly userId: number | undefined
  readonly other: Worn | null
  readonly onPick: (device: Worn) => void
  readonly onClose: () => void
}

/** Picks a device of the office for a worker. */
export const DevicePicker = ({ slot, officeId, userId, other, onPick, onClose }: DevicePickerProps) => {
  const list = useHeldList<{ deviceType: string; serialNumber: string }>(pageSize)
  const result = useQuery(queryOf(endpoints.device.list, { query: { ...list.query, officeId, freeFirst: true } }))
  const [refused, setRefused] = useState<string>()

  const choose = ([device]: readonly Device[]) => {
    if (device === undefined) return false
    const refusal = refusalOf(device, slot, other)
    setRefused(refusal)
    if (refusal !== undefined) return false
    onPick({ serial: device.serialNumber, type: device.deviceType })
    return true
  }

  return (
    <PickerDialog
      title={`${slotNames[slot]}を選ぶ`}
      choose="one"
      columns={columns}
      rowKey={(row) => `${row.deviceType}-${row.serialNumber}`}
      nameOf={(row) => `${row.deviceTypeValue} ${row.serialNumber}`}
      hindrance={(row) => holderOf(row, userId)}
      list={list}
      result={result}
      empty={{ filtered: '該当する機器はありません', none: 'この拠点には機器がありません' }}
      filters={
        <>
          <SelectFilter
            label={labels.device.deviceType}
            value={list.filters.deviceType}
            choices={typeChoices}
            onChange={(deviceType) => list.setFilters({ deviceType })}
          />
          <TypingFilter
            label={labels.device.serialNumber}
            value={list.filters.serialNumber}
            onChange={(serialNumber) => list.setFilters({ serialNumber })}
          />
        </>
      }
      notice={refused !== undefined && <Banner kind="failure">{refused}</Banner>}
      onChoose={choose}
      onClose={onClose}
    />
  )
}
