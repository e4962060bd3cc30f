import { deviceSortKeys, type Device } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { wireInteger } from '@mimamori/contract/wire'
import { z } from 'zod'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { DeviceActions } from '../organisation/device-actions.tsx'
import { DeviceList, devicePage } from '../organisation/device-list.tsx'
import { linksTo } from '../organisation/device-ties.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { deviceColumns } from './columns.tsx'
import { isBelt } from './type-icon.tsx'
import { useDeviceTypes } from './use-device-types.ts'

const spec = {
  filters: z.object({ officeId: wireInteger(1), deviceType: z.string(), serialNumber: z.string() }),
  sortKeys: deviceSortKeys,
  pageSize: devicePage,
}
const { list: listEndpoint, update, remove, download } = endpoints.device

const ways = {
  create: '/vital-device/create/new',
  file: '/vital-device/inputfile',
  searchOf: <Site extends object>(site: Site) => ({ ...site }),
}
// A vital device's readings are news of who wears it.
const news = { kinds: ['vital', 'belt'], serialsOf: (row: Device) => [row.serialNumber], wearerOf: (row: Device) => row.userId }

const Actions = ({ row }: { readonly row: Device }) => (
  <DeviceActions
    serial={row.serialNumber}
    place={row}
    edit={{
      to: `/vital-device/edit/${row.serialNumber}`,
      search: { OfficeId: row.officeId, OfficeValue: row.officeName, DeviceType: row.deviceType },
      verb: '見る',
    }}
    ties={{
      wearer: row.fullName ?? row.userName,
      links: linksTo(
        '気圧基準器',
        [row.referenceBarometerId].filter((serial) => serial !== null),
      ),
      onMap: false,
      isTold: isBelt(row.deviceType),
    }}
    move={(to) => call(update, { body: { ...to, serialNumber: row.serialNumber, deviceType: row.deviceType, version: row.version } })}
    remove={() => call(remove, { params: { id: row.serialNumber }, query: { officeId: row.officeId, deviceType: row.deviceType } })}
    listPaths={[listEndpoint.path, endpoints.barometer.list.path]}
  />
)

/** /vital-device/list: what people wear. */
export const VitalDeviceListScreen = () => {
  const list = useListParams(spec)
  const types = useDeviceTypes()
  return (
    <DeviceList
      name="体調デバイス"
      serialLabel={labels.device.serialNumber}
      list={list}
      query={queryOf(listEndpoint, { query: list.query })}
      keyOf={(row) => `${row.officeId} ${row.deviceType} ${row.serialNumber}`}
      news={news}
      columnsOf={deviceColumns}
      ways={ways}
      download={download}
      filters={
        <SelectFilter
          label={labels.device.deviceType}
          value={list.filters.deviceType}
          choices={types}
          onChange={(deviceType) => list.setFilters({ deviceType })}
        />
      }
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
