import type { Barometer } from '@mimamori/contract/barometer'
import type { DeviceRegistration } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '../kit/data-table.tsx'
import { TypingFilter } from '../kit/filter-fields.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { LinkDialog } from '../organisation/devices/link-dialog.tsx'
import { Id, orNone } from '../organisation/accounts/person-cells.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'

/** More terminals than one barometer can have; those linked to it come first. */
const allLinked = 1_000
/** Safety belts alone measure heights. */
const belt = '2'

const { device } = labels

const columns: readonly Column<DeviceRegistration, never>[] = [
  { key: 'serialNumber', title: device.serialNumber, render: (row) => <Id>{row.serialNumber}</Id> },
  { key: 'locationName', title: device.locationName, render: (row) => orNone(row.locationName) },
  { key: 'userName', title: device.userName, render: (row) => <Id>{row.userName}</Id> },
  { key: 'fullName', title: device.fullName, render: (row) => orNone(row.fullName) },
  { key: 'referenceBarometerId', title: device.referenceBarometerId, render: (row) => <Id>{row.referenceBarometerId}</Id> },
]

/** Chooses the terminals of the office whose height is measured against a barometer. */
export const TerminalsDialog = ({ barometer, onClose }: { readonly barometer: Barometer; readonly onClose: () => void }) => {
  const of = { officeId: barometer.officeId, referenceBarometerId: barometer.id, deviceType: belt }
  const list = useHeldList<{ serialNumber: string }>()
  // Not kept once closed: rows of the last time would move under the finger as those of now come in.
  const result = useQuery({ ...queryOf(endpoints.device.registration, { query: { ...list.query, ...of } }), gcTime: 0 })
  // As it is when the dialog opens: what is ticked after that was ticked by the person.
  const tied = useQuery({
    ...queryOf(endpoints.device.registration, { query: { ...of, limit: allLinked } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const linked = tied.data?.data.filter((row) => row.referenceBarometerId === barometer.id).map((row) => row.serialNumber)
  return (
    <LinkDialog
      title={`気圧基準器 ${barometer.id} につながる端末`}
      columns={columns}
      serialOf={(row) => row.serialNumber}
      parentOf={(row) => row.referenceBarometerId}
      parent={barometer.id}
      parentName="気圧基準器"
      linked={linked}
      list={list}
      result={result}
      empty={{ filtered: '該当する端末はありません', none: 'この拠点には安全帯の端末がありません' }}
      filters={
        <TypingFilter
          label={device.serialNumber}
          value={list.filters.serialNumber}
          onChange={(serialNumber) => list.setFilters({ serialNumber })}
        />
      }
      save={(serials) =>
        call(endpoints.device.register, { body: { officeId: barometer.officeId, referenceID: barometer.id, deviceIDs: [...serials] } })
      }
      listPaths={[endpoints.barometer.list.path, endpoints.device.list.path, endpoints.device.registration.path]}
      onClose={onClose}
    />
  )
}
