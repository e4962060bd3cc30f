import type { ReactNode } from 'react'
import type { Column, TableList } from '../../kit/data-table.tsx'
import { TypingFilter } from '../../kit/filter-fields.tsx'
import { ResourceList } from '../../kit/resource-list.tsx'
import { useScreenTitle } from '../../platform/screen.ts'
import { useViewer, type Viewer } from '../../platform/viewer.ts'
import { OfficeFilter } from '../offices/office-filters.tsx'
import { useOffices } from '../offices/office-choices.ts'
import { useDeviceRows, type DeviceRows } from './use-device-rows.ts'

type Filters = { readonly officeId?: number | undefined; readonly serialNumber?: string | undefined }

/** The rows of a page in the lists of devices (spec §9). */
export const devicePage = 100

/** The office a list shows, as the screens it leads to are asked for it. */
export type ShownOffice = { readonly OfficeId: number | undefined; readonly OfficeValue: string | undefined }

type DeviceListProps<Row extends object, SortKey extends string> = DeviceRows<Row> & {
  /** What its number is called. */
  readonly serialLabel: string
  readonly list: TableList<SortKey> & { readonly filters: Filters; readonly setFilters: (change: Filters) => void }
  readonly columnsOf: (viewer: Viewer, officeId: number | undefined) => readonly Column<Row, SortKey>[]
  /** Links to the import and to the form for a new one. */
  readonly waysOf: (office: ShownOffice) => ReactNode
  /** Hands the list over as a file of that name. */
  readonly renderDownload: (fileName: string) => ReactNode
  /** What the list is filtered by beside office and number. */
  readonly filters?: ReactNode
  readonly renderActions: (row: Row) => ReactNode
  /** What is said above the list of the shown office. */
  readonly renderNotice?: (officeId: number | undefined) => ReactNode
}

/** The list of one kind of device, of an office or of all offices in reach; it shows what is heard of them within moments. */
export const DeviceList = <Row extends object, SortKey extends string>(props: DeviceListProps<Row, SortKey>) => {
  const { serialLabel, list, query, keyOf, news, columnsOf, waysOf, renderDownload, filters, renderActions, renderNotice } = props
  const viewer = useViewer()
  const result = useDeviceRows({ query, keyOf, news })
  const officeId = viewer.officeId ?? list.filters.officeId
  const name = useScreenTitle()
  const shown = { OfficeId: officeId, OfficeValue: useOffices('all')?.find((office) => office.officeId === officeId)?.officeName }
  return (
    <ResourceList
      counter="台"
      columns={columnsOf(viewer, officeId)}
      rowKey={keyOf}
      rowHeight={51}
      list={list}
      result={result}
      refresh="最新の情報に更新"
      empty={{
        filtered: `該当する${name}はありません`,
        none: `まだ${name}がありません`,
        wayOut: `「${name}を追加」か「ファイル取込」から登録してください。`,
      }}
      actions={
        <>
          {renderDownload(`${name}.csv`)}
          {waysOf(shown)}
        </>
      }
      filters={
        <>
          <OfficeFilter value={list.filters.officeId} which="all" onChange={(chosen) => list.setFilters({ officeId: chosen })} />
          {filters}
          <TypingFilter
            label={serialLabel}
            value={list.filters.serialNumber}
            onChange={(serialNumber) => list.setFilters({ serialNumber })}
          />
        </>
      }
      renderActions={renderActions}
      nearby={renderNotice?.(officeId)}
    />
  )
}
