import type { Device, deviceSortKeys } from '@mimamori/contract/device'
import { labels } from '@mimamori/contract/labels'
import { Link } from '@tanstack/react-router'
import type { Column } from '../kit/data-table.tsx'
import { batteryOf, siteColumns, stateColumn, unknown } from '../organisation/device-columns.tsx'
import { Id, orNone, TwoLines } from '../organisation/person-cells.tsx'
import type { Viewer } from '../platform/viewer.ts'
import styles from './columns.module.css'
import { TypeIcon } from './type-icon.tsx'

type DeviceColumn = Column<Device, (typeof deviceSortKeys)[number]>

const Wearer = ({ row }: { readonly row: Device }) =>
  row.userId === null ? (
    orNone(null)
  ) : (
    <TwoLines
      first={
        <Link to="/worker/edit/$id" params={{ id: String(row.userId) }}>
          {row.fullName ?? row.userName}
        </Link>
      }
      second={<span className="id">{row.userName}</span>}
    />
  )

const Barometer = ({ row }: { readonly row: Device }) =>
  row.referenceBarometerId === null ? null : (
    <Link to="/ReferenceBarometer/edit/$id" params={{ id: row.referenceBarometerId }} search={{ OfficeId: row.officeId } as never} className="id">
      {row.referenceBarometerId}
    </Link>
  )

/** The columns of the list for a viewer, of one site where one is chosen. */
export const deviceColumns = (viewer: Viewer, officeId: number | undefined): readonly DeviceColumn[] => [
  {
    key: 'deviceTypeValue',
    title: labels.device.deviceTypeValue,
    sortKey: 'deviceTypeValue',
    render: (row) => (
      <span className={styles['type']}>
        <TypeIcon type={row.deviceType} />
        {row.deviceTypeValue}
      </span>
    ),
  },
  { key: 'serialNumber', title: labels.device.serialNumber, sortKey: 'serialNumber', render: (row) => <Id>{row.serialNumber}</Id> },
  ...siteColumns(viewer, officeId),
  { key: 'fullName', title: '着けている人', sortKey: 'fullName', render: (row) => <Wearer row={row} /> },
  stateColumn,
  { key: 'heartRate', title: labels.device.heartRate, unit: 'bpm', align: 'right', render: (row) => row.heartRate ?? unknown },
  { key: 'bateryLevel', title: labels.device.bateryLevel, sortKey: 'bateryLevel', render: (row) => batteryOf(row.bateryLevel) },
  { key: 'referenceBarometerId', title: labels.device.referenceBarometerId, render: (row) => <Barometer row={row} /> },
]
