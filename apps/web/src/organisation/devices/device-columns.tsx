import type { DeviceWarning } from '@mimamori/contract/device-warning'
import { labels } from '@mimamori/contract/labels'
import type { Column } from '../../kit/data-table.tsx'
import { Battery } from '../../marks/battery.tsx'
import { DeviceWarnings } from '../../marks/device-warnings.tsx'
import { DeviceState } from '../../marks/device-state.tsx'
import type { Viewer } from '../../platform/viewer.ts'
import styles from './device-columns.module.css'
import { orNone, TwoLines } from '../accounts/person-cells.tsx'

// Columns that the lists of every kind of device share.

type OfficeNames = { readonly officeName: string; readonly companyName: string }
type InstallationFields = {
  readonly installationStatus: string
  readonly installationStatusValue: string
  readonly locationName: string | null
  readonly statusValue: string
}
type Heard = { readonly isAlive: boolean; readonly lastAt: string | null; readonly warnings?: readonly DeviceWarning[] }

/** The office, where the list holds several; with its company for people who see several companies. */
export const officeColumns = (viewer: Viewer, officeId: number | undefined): readonly Column<OfficeNames, 'officeName'>[] =>
  officeId !== undefined
    ? []
    : [
        {
          key: 'officeName',
          title: labels.device.officeName,
          sortKey: 'officeName',
          render: (row) => (viewer.companyId === null ? <TwoLines first={row.officeName} second={row.companyName} /> : row.officeName),
        },
      ]

/** The place of a device, under the name that its kind has for it. */
export const locationColumn = (title: string): Column<InstallationFields, 'locationName'> => ({
  key: 'locationName',
  title,
  sortKey: 'locationName',
  render: (row) => <div className={styles['place']}>{orNone(row.locationName)}</div>,
})

/** Whether it is installed, and whether its map draws it. */
export const installationColumn: Column<InstallationFields, 'installationStatusValue'> = {
  key: 'installationStatusValue',
  title: labels.heatWatcher.installationStatusValue,
  sortKey: 'installationStatusValue',
  render: (row) => (
    <div className={styles['stand']}>
      {row.installationStatusValue}
      <span className={styles['map']}>マップ {row.statusValue}</span>
    </div>
  ),
}

/** Whether it is heard, how long ago its last value came, and what somebody should look at. */
export const stateColumn: Column<Heard, 'elapsedTime'> = {
  key: 'elapsedTime',
  title: labels.heatWatcher.isAlive,
  sortKey: 'elapsedTime',
  render: ({ isAlive, lastAt, warnings = [] }) => (
    <>
      <DeviceState isAlive={isAlive} lastAt={lastAt} />
      <DeviceWarnings warnings={warnings} />
    </>
  ),
}

/** Shown if a device has reported nothing. */
export const unknown = <span className={styles['unknown']}>―</span>

/** A battery, or that none was reported. */
export const batteryOf = (level: number | null) => (level === null ? unknown : <Battery level={level} />)
