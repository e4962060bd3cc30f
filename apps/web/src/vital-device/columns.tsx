import type { Device, deviceSortKeys } from '@mimamori/contract/device'
import { labels } from '@mimamori/contract/labels'
import type { Column } from '../kit/data-table.tsx'
import { batteryOf, officeColumns, stateColumn, unknown } from '../organisation/devices/device-columns.tsx'
import { Id } from '../organisation/accounts/person-cells.tsx'
import type { Viewer } from '../platform/viewer.ts'
import { LinkedBarometer, TypeOf, Wearer } from './cells.tsx'
import { isBelt } from './type-icon.tsx'

const { device: label } = labels

/** The columns of the list for a viewer, of one office where one is chosen. */
export const deviceColumns = (viewer: Viewer, officeId: number | undefined): readonly Column<Device, (typeof deviceSortKeys)[number]>[] => [
  { key: 'deviceTypeValue', title: label.deviceTypeValue, sortKey: 'deviceTypeValue', render: (row) => <TypeOf row={row} /> },
  { key: 'serialNumber', title: label.serialNumber, sortKey: 'serialNumber', fixed: 'start', render: (row) => <Id>{row.serialNumber}</Id> },
  ...officeColumns(viewer, officeId),
  { key: 'fullName', title: '着けている人', sortKey: 'fullName', render: (row) => <Wearer row={row} /> },
  stateColumn,
  { key: 'heartRate', title: label.heartRate, unit: 'bpm', align: 'right', render: (row) => row.heartRate ?? unknown },
  { key: 'bateryLevel', title: label.bateryLevel, sortKey: 'bateryLevel', render: (row) => batteryOf(row.bateryLevel) },
  {
    key: 'referenceBarometerId',
    title: label.referenceBarometerId,
    render: (row) => isBelt(row.deviceType) && <LinkedBarometer row={row} />,
  },
]
