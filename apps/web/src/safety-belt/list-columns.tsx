import type { AlertEpisode } from '@mimamori/contract/alert'
import { labels } from '@mimamori/contract/labels'
import type { DisplayItem } from '@mimamori/contract/display-items'
import type { BeltRow } from '@mimamori/contract/safety-belt'
import type { Column } from '../kit/data-table.tsx'
import { Battery } from '../marks/battery.tsx'
import { Signal } from '../marks/signal.tsx'
import type { Shows } from '../organisation/settings/display-items.ts'
import { BeltAlert, Height, Hook, Received, Wearer } from './belt-cells.tsx'
import styles from './list-screen.module.css'

type List = 'SAFETY_LIST_DISPLAY_ITEM_SETTING'
type Key = 'situation' | 'alertSince' | 'fullName' | 'baseName' | 'groupName' | Measured
type Measured = 'locationName' | 'altitude' | 'referenceAirPressure' | 'bateryLevel' | 'slaveBateryLevel' | 'waveLevel' | 'alertTime'
type BeltColumn = Column<BeltRow, keyof BeltRow>

const { safetyBelt: label } = labels
const none = <span className={styles['none']}>―</span>

export type ColumnChoice = {
  readonly shows: Shows<List>
  /** The base is a column where the viewer sees several. */
  readonly withBase: boolean
  /** Signal strength is for the service-unit admin alone. */
  readonly withSignal: boolean
  /** Where the screen is narrow, the place is under the name and the base under the group. */
  readonly compact: boolean
  readonly episodeOf: (row: BeltRow) => AlertEpisode | undefined
}

const columnsByKey = ({ shows, withBase, compact, episodeOf }: ColumnChoice): Record<Key, Omit<BeltColumn, 'key' | 'sortKey'>> => {
  const baseUnder = compact && withBase
  const placeUnder = compact && shows('LOCATION_INFORMATION_NAME')
  return {
    situation: { title: label.situation, width: 126, render: (row) => <Hook row={row} /> },
    alertSince: { title: label.alertSince, width: 160, render: (row) => <BeltAlert row={row} episode={episodeOf(row)} /> },
    fullName: {
      title: placeUnder ? `${label.fullName}・${label.locationName}` : label.fullName,
      width: 160,
      render: (row) => (
        <>
          <Wearer row={row} />
          {placeUnder && <div className={styles['under']}>{row.locationName}</div>}
        </>
      ),
    },
    baseName: { title: label.baseName, width: 160, render: (row) => <div className={styles['base']}>{row.baseName}</div> },
    groupName: {
      title: baseUnder ? `${label.groupName}・${label.baseName}` : label.groupName,
      width: baseUnder ? 130 : 80,
      render: (row) => (
        <>
          {row.groupName}
          {baseUnder && <div className={styles['base']}>{row.baseName}</div>}
        </>
      ),
    },
    locationName: { title: label.locationName, width: 160, render: (row) => row.locationName ?? none },
    altitude: { title: label.altitude, unit: 'm', align: 'right', width: 130, render: (row) => <Height row={row} /> },
    referenceAirPressure: {
      title: label.referenceAirPressure,
      unit: 'hPa',
      align: 'right',
      width: 110,
      render: (row) => row.referenceAirPressure?.toFixed(1) ?? none,
    },
    bateryLevel: { title: label.bateryLevel, width: 76, render: (row) => <Battery level={row.bateryLevel} /> },
    slaveBateryLevel: {
      title: label.slaveBateryLevel,
      width: 76,
      render: (row) => <Battery level={row.slaveBateryLevel} label={label.slaveBateryLevel} />,
    },
    waveLevel: { title: label.waveLevel, width: 50, render: (row) => <Signal level={row.waveLevel} /> },
    alertTime: { title: label.alertTime, width: 90, render: (row) => <Received row={row} /> },
  }
}

/** Whose item each column is; the others cannot be hidden. */
const itemOf: Partial<Record<Key, DisplayItem<List>>> = {
  fullName: 'FULL_NAME',
  situation: 'HOOK_STATE',
  bateryLevel: 'BATTERY',
  slaveBateryLevel: 'SLAVE_BATTERY',
  waveLevel: 'RADIO_FIELD_STRENGTH',
  locationName: 'LOCATION_INFORMATION_NAME',
  referenceAirPressure: 'REFERENCE_AIR_PRESSURE',
  altitude: 'ALTITUDE',
  alertTime: 'ELAPSED_TIME',
}

const order = [
  'situation',
  'alertSince',
  'fullName',
  'baseName',
  'groupName',
  'locationName',
  'altitude',
  'referenceAirPressure',
  'bateryLevel',
  'slaveBateryLevel',
  'waveLevel',
  'alertTime',
] as const satisfies readonly Key[]

/** The columns of the belt list for a viewer and a width. */
export const listColumns = (choice: ColumnChoice): BeltColumn[] => {
  const byKey = columnsByKey(choice)
  const left: Partial<Record<Key, boolean>> = {
    baseName: !choice.withBase || choice.compact,
    waveLevel: !choice.withSignal,
    locationName: choice.compact,
  }
  return order
    .filter((key) => left[key] !== true && (itemOf[key] === undefined || choice.shows(itemOf[key])))
    .map((key) => ({ key, sortKey: key, ...byKey[key] }))
}
