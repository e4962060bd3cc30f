import { deviceSortKeys, type Device } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { screenSearch } from '@mimamori/contract/screen-search'
import { screens } from '@mimamori/contract/screens'
import { SelectFilter } from '../kit/filter-fields.tsx'
import { DownloadButton } from '../kit/download-button.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { EditLink } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { DeviceActions } from '../organisation/devices/device-actions.tsx'
import { DeviceList, devicePage, type ShownOffice } from '../organisation/devices/device-list.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { attachmentsOf } from './attachments.ts'
import { deviceColumns } from './columns.tsx'
import { HeardElsewhereNotice } from './heard-elsewhere.tsx'
import { useDeviceTypes } from './use-device-types.ts'

const spec = {
  filters: screenSearch.vitalDeviceList,
  sortKeys: deviceSortKeys,
  pageSize: devicePage,
}
const { list: listEndpoint, update, remove, download } = endpoints.device

const waysOf = (office: ShownOffice) => (
  <>
    <ImportLink to={screens.vitalDeviceImport.path} search={office} />
    <CreateLink to={screens.vitalDeviceCreate.path} search={office}>
      {screens.vitalDeviceCreate.title}
    </CreateLink>
  </>
)
// A vital device's readings are news of who wears it.
const news = { kinds: ['vital', 'belt'], serialsOf: (row: Device) => [row.serialNumber], wearerOf: (row: Device) => row.userId }

const Actions = ({ row }: { readonly row: Device }) => (
  <DeviceActions
    serial={row.serialNumber}
    office={row}
    edit={
      <EditLink
        to={screens.vitalDeviceEdit.path}
        params={{ serialNumber: row.serialNumber }}
        search={{ OfficeId: row.officeId, OfficeValue: row.officeName, DeviceType: row.deviceType }}
        name={row.serialNumber}
      />
    }
    attachments={attachmentsOf(row)}
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
      serialLabel={labels.device.serialNumber}
      list={list}
      query={queryOf(listEndpoint, { query: list.query })}
      keyOf={(row) => `${row.officeId} ${row.deviceType} ${row.serialNumber}`}
      news={news}
      columnsOf={deviceColumns}
      waysOf={waysOf}
      renderDownload={(fileName) => <DownloadButton endpoint={download} input={{ query: list.wholeQuery }} fileName={fileName} />}
      filters={
        <SelectFilter
          label={labels.device.deviceType}
          value={list.filters.deviceType}
          choices={types}
          onChange={(deviceType) => list.setFilters({ deviceType })}
        />
      }
      renderActions={(row) => <Actions row={row} />}
      renderNotice={(officeId) => <HeardElsewhereNotice officeId={officeId} />}
    />
  )
}
