import type { Gateway, gatewaySortKeys } from '@mimamori/contract/gateway'
import { gradeNames, labels } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import type { Column } from '../kit/data-table.tsx'
import { Battery } from '../marks/battery.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { Signal } from '../marks/signal.tsx'
import { locationColumn, officeColumns, installationColumn, stateColumn, unknown } from '../organisation/devices/device-columns.tsx'
import { Id, orNone, TwoLines } from '../organisation/accounts/person-cells.tsx'
import type { Viewer } from '../platform/viewer.ts'
import styles from './columns.module.css'

const counted = [
  ['emergency', 'countEmergency'],
  [3, 'countAlertLevel3'],
  [2, 'countAlertLevel2'],
  [1, 'countAlertLevel1'],
  [0, 'countAlertLevel0'],
] as const

/** How many people are heard through it, by their total alert; the most urgent first. */
const Crowd = ({ row }: { readonly row: Gateway }) => {
  const shown = counted.filter(([, count]) => row[count] > 0)
  if (shown.length === 0) return <span className={styles['nobody']}>0人</span>
  return (
    <span className={styles['crowd']}>
      {shown.map(([grade, count]) => (
        <span key={grade} className={styles['count']} title={gradeNames[grade]}>
          <LevelMark grade={grade} size={16} />
          {row[count]}
        </span>
      ))}
    </span>
  )
}

/** The strength of its own link, and its battery if it reports one. */
const Power = ({ row }: { readonly row: Gateway }) => (
  <span className={styles['power']}>
    {row.waveLevel === null ? unknown : <Signal level={row.waveLevel} />}
    <Battery level={row.bateryLevel} />
  </span>
)

const Watcher = ({ row }: { readonly row: Gateway }) =>
  row.heatIndexWatcherId === null ? (
    orNone(null)
  ) : (
    <Link
      to={screens.heatWatcherEdit.path}
      params={{ serialNumber: row.heatIndexWatcherId }}
      search={{ OfficeId: row.officeId }}
      className="id"
    >
      {row.heatIndexWatcherId}
    </Link>
  )

/** The columns of the list for a viewer, of one office where one is chosen. */
export const gatewayColumns = (
  viewer: Viewer,
  officeId: number | undefined,
): readonly Column<Gateway, (typeof gatewaySortKeys)[number]>[] => [
  {
    key: 'serialNumber',
    title: labels.gateway.serialNumber,
    sortKey: 'serialNumber',
    fixed: 'start',
    render: (row) => <TwoLines first={<Id>{row.serialNumber}</Id>} second={row.gatewayTypeValue} />,
  },
  ...officeColumns(viewer, officeId),
  locationColumn(labels.gateway.locationName),
  stateColumn,
  {
    key: 'waveLevel',
    title: `${labels.gateway.waveLevel}・${labels.gateway.bateryLevel}`,
    sortKey: 'waveLevel',
    render: (row) => <Power row={row} />,
  },
  { key: 'crowd', title: '受信中の人', render: (row) => <Crowd row={row} /> },
  { key: 'heatIndexWatcherId', title: labels.gateway.heatIndexWatcherId, render: (row) => <Watcher row={row} /> },
  installationColumn,
]
