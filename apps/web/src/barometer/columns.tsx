import type { Barometer, barometerSortKeys } from '@mimamori/contract/barometer'
import { labels } from '@mimamori/contract/labels'
import type { Column } from '../kit/data-table.tsx'
import { locationColumn, officeColumns, installationColumn, stateColumn, unknown } from '../organisation/devices/device-columns.tsx'
import { Id } from '../organisation/accounts/person-cells.tsx'
import type { Viewer } from '../platform/viewer.ts'
import { TerminalsCell } from './terminals-cell.tsx'

const hectopascal = 100

/** The columns of the list for a viewer, of one office where one is chosen. */
export const barometerColumns = (
  viewer: Viewer,
  officeId: number | undefined,
): readonly Column<Barometer, (typeof barometerSortKeys)[number]>[] => [
  { key: 'id', title: labels.barometer.id, sortKey: 'id', fixed: 'start', render: (row) => <Id>{row.id}</Id> },
  ...officeColumns(viewer, officeId),
  locationColumn(labels.barometer.locationName),
  installationColumn,
  stateColumn,
  {
    key: 'pressure',
    title: labels.barometer.pressure,
    unit: 'hPa',
    align: 'right',
    render: (row) => (row.pressure === null ? unknown : (row.pressure / hectopascal).toFixed(1)),
  },
  { key: 'countDevice', title: labels.barometer.countDevice, sortKey: 'countDevice', render: (row) => <TerminalsCell row={row} /> },
]
