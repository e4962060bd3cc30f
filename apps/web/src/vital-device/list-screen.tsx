import { deviceSortKeys, type Device } from '@mimamori/contract/device'
import { endpoints } from '@mimamori/contract/endpoints'
import { labels } from '@mimamori/contract/labels'
import { wireInteger } from '@mimamori/contract/wire'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DownloadButton } from '../kit/download-button.tsx'
import { SelectFilter, TypingFilter } from '../kit/filter-fields.tsx'
import { CreateLink, ImportLink } from '../kit/list-actions.tsx'
import { ResourceList } from '../kit/resource-list.tsx'
import { EditLink, RemoveButton } from '../kit/row-actions.tsx'
import { useListParams } from '../kit/use-list-params.ts'
import { linksTo, removalWords } from '../organisation/device-ties.ts'
import { MoveButton } from '../organisation/move-dialog.tsx'
import { OfficeFilter } from '../organisation/place-filters.tsx'
import { usePlaces } from '../organisation/places.ts'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { deviceColumns } from './columns.tsx'
import { useDeviceTypes } from './use-device-types.ts'

const spec = { filters: z.object({ officeId: wireInteger(1), deviceType: z.string(), serialNumber: z.string() }), sortKeys: deviceSortKeys, pageSize: 100 }
const { list: listEndpoint, update, remove, download } = endpoints.device

const Actions = ({ row }: { readonly row: Device }) => {
  const ties = {
    wearer: row.fullName ?? row.userName,
    links: linksTo('気圧基準器', [row.referenceBarometerId].filter((serial) => serial !== null)),
    onMap: false,
  }
  return (
    <>
      <EditLink
        to={`/vital-device/edit/${row.serialNumber}`}
        search={{ OfficeId: row.officeId, OfficeValue: row.officeName, DeviceType: row.deviceType }}
        name={row.serialNumber}
      >
        見る
      </EditLink>
      <MoveButton
        name={row.serialNumber}
        place={row}
        ties={ties}
        move={(to) => call(update, { body: { ...to, serialNumber: row.serialNumber, deviceType: row.deviceType, version: row.version } })}
        listPaths={[listEndpoint.path, endpoints.barometer.list.path]}
      />
      <RemoveButton
        name={row.serialNumber}
        consequence={removalWords(ties)}
        listPath={listEndpoint.path}
        remove={() => call(remove, { params: { id: row.serialNumber }, query: { officeId: row.officeId, deviceType: row.deviceType } })}
      />
    </>
  )
}

/** /vital-device/list: what the people of a site, or of all sites in reach, wear. */
export const VitalDeviceListScreen = () => {
  const viewer = useViewer()
  const list = useListParams(spec)
  const { filters, setFilters } = list
  const result = useQuery({ ...queryOf(listEndpoint, { query: list.query }), refetchInterval: 60_000 })
  const types = useDeviceTypes()
  const officeId = viewer.officeId ?? filters.officeId
  const place = { OfficeId: officeId, OfficeValue: usePlaces()?.find((office) => office.officeId === officeId)?.officeName }
  return (
    <ResourceList
      title="体調デバイス"
      counter="台"
      columns={deviceColumns(viewer, officeId)}
      rowKey={(row) => `${row.officeId} ${row.deviceType} ${row.serialNumber}`}
      rowHeight={51}
      list={list}
      result={result}
      refresh="最新の情報に更新"
      empty={{ filtered: '該当する体調デバイスはありません', none: 'まだ体調デバイスがありません', wayOut: '「体調デバイスを追加」か「ファイル取込」から登録してください。' }}
      actions={
        <>
          <DownloadButton endpoint={download} input={{ query: { officeId } }} fileName="体調デバイス.csv" />
          <ImportLink to="/vital-device/inputfile" search={place} />
          <CreateLink to="/vital-device/create/new" search={place}>
            体調デバイスを追加
          </CreateLink>
        </>
      }
      filters={
        <>
          <OfficeFilter value={filters.officeId} onChange={(chosen) => setFilters({ officeId: chosen })} />
          <SelectFilter label={labels.device.deviceType} value={filters.deviceType} choices={types} onChange={(deviceType) => setFilters({ deviceType })} />
          <TypingFilter label={labels.device.serialNumber} value={filters.serialNumber} onChange={(serialNumber) => setFilters({ serialNumber })} />
        </>
      }
      renderActions={(row) => <Actions row={row} />}
    />
  )
}
