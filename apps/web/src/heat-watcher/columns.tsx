import type { HeatWatcher, heatWatcherSortKeys } from '@mimamori/contract/heat-watcher'
import { labels } from '@mimamori/contract/labels'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import type { Column } from '../kit/data-table.tsx'
import { EstimatedMark } from '../marks/estimated-mark.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import {
  batteryOf,
  locationColumn,
  officeColumns,
  installationColumn,
  stateColumn,
  unknown,
} from '../organisation/devices/device-columns.tsx'
import { Id } from '../organisation/accounts/person-cells.tsx'
import type { Viewer } from '../platform/viewer.ts'
import styles from './columns.module.css'
import { GatewaysCell } from './gateways-cell.tsx'

/** The last WBGT with the level of the heat; hollow and pale once nothing comes any more. */
const Wbgt = ({ row }: { readonly row: HeatWatcher }) => {
  if (row.wbgtValue === null) return unknown
  const grade = levelGradeOf(row.alertLevel)
  return (
    <span className={styles['wbgt']} data-stale={!row.isAlive}>
      {grade !== undefined && grade !== 'none' && <LevelMark grade={grade} size={16} hollow={!row.isAlive} />}
      {row.isEstimated && <EstimatedMark />}
      {row.wbgtValue.toFixed(1)}
    </span>
  )
}

/** The columns of the list for a viewer, of one office where one is chosen. */
export const watcherColumns = (
  viewer: Viewer,
  officeId: number | undefined,
): readonly Column<HeatWatcher, (typeof heatWatcherSortKeys)[number]>[] => [
  {
    key: 'serialNumber',
    title: labels.heatWatcher.serialNumber,
    sortKey: 'serialNumber',
    fixed: 'start',
    render: (row) => <Id>{row.serialNumber}</Id>,
  },
  ...officeColumns(viewer, officeId),
  locationColumn(labels.heatWatcher.locationName),
  stateColumn,
  {
    key: 'wbgtValue',
    title: labels.heatWatcher.wbgtValue,
    unit: '℃',
    align: 'right',
    sortKey: 'wbgtValue',
    render: (row) => <Wbgt row={row} />,
  },
  { key: 'gatewayIDs', title: labels.heatWatcher.gatewayIDs, render: (row) => <GatewaysCell row={row} /> },
  { key: 'bateryLevel', title: labels.heatWatcher.bateryLevel, sortKey: 'bateryLevel', render: (row) => batteryOf(row.bateryLevel) },
  installationColumn,
]
