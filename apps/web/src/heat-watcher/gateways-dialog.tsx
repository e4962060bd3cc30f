import { endpoints } from '@mimamori/contract/endpoints'
import type { GatewayRegistration } from '@mimamori/contract/gateway'
import type { HeatWatcher } from '@mimamori/contract/heat-watcher'
import { labels } from '@mimamori/contract/labels'
import { useQuery } from '@tanstack/react-query'
import type { Column } from '../kit/data-table.tsx'
import { TypingFilter } from '../kit/filter-fields.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { LinkDialog } from '../organisation/devices/link-dialog.tsx'
import { Id, orNone } from '../organisation/accounts/person-cells.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'

/** More gateways than one watcher can have; those linked to it come first. */
const allTied = 1_000

const { gateway, heatWatcher } = labels

const columns: readonly Column<GatewayRegistration, never>[] = [
  { key: 'gatewayID', title: gateway.gatewayID, render: (row) => <Id>{row.gatewayID}</Id> },
  { key: 'gatewayTypeValue', title: gateway.gatewayTypeValue, render: (row) => row.gatewayTypeValue },
  { key: 'gatewayLocation', title: gateway.gatewayLocation, render: (row) => orNone(row.gatewayLocation) },
  { key: 'heatIndexWatcherId', title: heatWatcher.serialNumber, render: (row) => <Id>{row.heatIndexWatcherId}</Id> },
  { key: 'heatIndexWatcherLocation', title: gateway.heatIndexWatcherLocation, render: (row) => orNone(row.heatIndexWatcherLocation) },
]

/** Chooses the gateways of the office that are tied to a watcher. */
export const GatewaysDialog = ({ watcher, onClose }: { readonly watcher: HeatWatcher; readonly onClose: () => void }) => {
  const of = { officeId: watcher.officeId, heatIndexWatcherId: watcher.serialNumber }
  const list = useHeldList<{ serialNumber: string }>()
  // Not kept once closed: rows of the last time would move under the finger as those of now come in.
  const result = useQuery({ ...queryOf(endpoints.gateway.registration, { query: { ...list.query, ...of } }), gcTime: 0 })
  // As it is when the dialog opens: what is ticked after that was ticked by the person.
  const tied = useQuery({
    ...queryOf(endpoints.gateway.registration, { query: { ...of, limit: allTied } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const linked = tied.data?.data.filter((row) => row.heatIndexWatcherId === watcher.serialNumber).map((row) => row.gatewayID)
  return (
    <LinkDialog
      title={`暑さ指数計 ${watcher.serialNumber} につながる親機・子機`}
      columns={columns}
      serialOf={(row) => row.gatewayID}
      parentOf={(row) => row.heatIndexWatcherId}
      parent={watcher.serialNumber}
      parentName="暑さ指数計"
      linked={linked}
      list={list}
      result={result}
      empty={{ filtered: '該当する親機・子機はありません', none: 'この拠点には親機・子機がありません' }}
      filters={
        <TypingFilter
          label={gateway.gatewayID}
          value={list.filters.serialNumber}
          onChange={(serialNumber) => list.setFilters({ serialNumber })}
        />
      }
      save={(serials) => call(endpoints.gateway.register, { body: { ...of, gatewayIDs: [...serials] } })}
      listPaths={[endpoints.heatWatcher.list.path, endpoints.gateway.list.path, endpoints.gateway.registration.path]}
      onClose={onClose}
    />
  )
}
