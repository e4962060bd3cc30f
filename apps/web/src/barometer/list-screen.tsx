import { barometerSortKeys, type Barometer } from '@mimamori/contract/barometer'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { wireInteger } from '@mimamori/contract/wire'
import { z } from 'zod'
import { useListParams } from '../kit/use-list-params.ts'
import { DeviceActions } from '../organisation/device-actions.tsx'
import { DeviceList, devicePage } from '../organisation/device-list.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { barometerColumns } from './columns.tsx'

const spec = {
  filters: z.object({ officeId: wireInteger(1), serialNumber: z.string() }),
  sortKeys: barometerSortKeys,
  pageSize: devicePage,
}
const { list: listEndpoint, update, remove, download } = endpoints.barometer

const ways = {
  create: '/ReferenceBarometer/new',
  file: '/ReferenceBarometer/inputfile',
  searchOf: ({ OfficeId }: { readonly OfficeId: number | undefined }) => ({ OfficeId }),
}
const news = { kinds: ['barometer'], serialsOf: (row: Barometer) => [row.id] }

const Actions = ({ row }: { readonly row: Barometer }) => (
  <DeviceActions
    serial={row.id}
    place={row}
    edit={{ to: `/ReferenceBarometer/edit/${row.id}`, search: { OfficeId: row.officeId } }}
    ties={{ links: row.countDevice === 0 ? [] : [`端末${row.countDevice}台`], onMap: row.mapId !== null, isTold: true }}
    move={(to) => call(update, { body: { ...to, id: row.id, version: row.version } })}
    remove={() => call(remove, { params: { id: row.id }, query: { officeId: row.officeId } })}
    listPaths={[listEndpoint.path, endpoints.device.list.path]}
  />
)

/** /ReferenceBarometer: what heights are measured against. */
export const BarometerListScreen = () => {
  const list = useListParams(spec)
  return (
    <DeviceList
      name="気圧基準器"
      serialLabel={labels.barometer.id}
      list={list}
      query={queryOf(listEndpoint, { query: list.query })}
      keyOf={(row) => `${row.officeId} ${row.id}`}
      news={news}
      columnsOf={barometerColumns}
      ways={ways}
      download={download}
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
