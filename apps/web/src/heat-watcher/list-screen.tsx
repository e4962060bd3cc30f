import { endpoints } from '@mimamori/contract/endpoints'
import { heatWatcherSortKeys, type HeatWatcher } from '@mimamori/contract/heat-watcher'
import { labels } from '@mimamori/contract/labels'
import { wireInteger } from '@mimamori/contract/wire'
import { z } from 'zod'
import { useListParams } from '../kit/use-list-params.ts'
import { DeviceActions } from '../organisation/device-actions.tsx'
import { DeviceList, devicePage } from '../organisation/device-list.tsx'
import { linksTo } from '../organisation/device-ties.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { watcherColumns } from './columns.tsx'

const spec = {
  filters: z.object({ officeId: wireInteger(1), serialNumber: z.string() }),
  sortKeys: heatWatcherSortKeys,
  pageSize: devicePage,
}
const { list: listEndpoint, update, remove, download } = endpoints.heatWatcher

const ways = {
  create: '/heat-index-watcher/create/new',
  file: '/heat-index-watcher/inputfile',
  searchOf: ({ OfficeId }: { readonly OfficeId: number | undefined }) => ({ OfficeId }),
}
// Its battery is that of the gateways that report it.
const news = { kinds: ['heat', 'gateway'], serialsOf: (row: HeatWatcher) => [row.serialNumber, ...row.gatewayIDs] }

const Actions = ({ row }: { readonly row: HeatWatcher }) => (
  <DeviceActions
    serial={row.serialNumber}
    place={row}
    edit={{ to: `/heat-index-watcher/edit/${row.serialNumber}`, search: { OfficeId: row.officeId } }}
    ties={{ links: linksTo('親機・子機', row.gatewayIDs), onMap: row.mapId !== null }}
    move={(to) => call(update, { body: { ...to, serialNumber: row.serialNumber, version: row.version } })}
    remove={() => call(remove, { params: { id: row.serialNumber }, query: { officeId: row.officeId } })}
    listPaths={[listEndpoint.path, endpoints.gateway.list.path]}
  />
)

/** /heat-index-watcher/list */
export const HeatWatcherListScreen = () => {
  const list = useListParams(spec)
  return (
    <DeviceList
      name="暑さ指数計"
      serialLabel={labels.heatWatcher.serialNumber}
      list={list}
      query={queryOf(listEndpoint, { query: list.query })}
      keyOf={(row) => `${row.officeId} ${row.serialNumber}`}
      news={news}
      columnsOf={watcherColumns}
      ways={ways}
      download={download}
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
