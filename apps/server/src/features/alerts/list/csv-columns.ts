import {
  type AlertEpisode,
  alertKindNames,
  type DisplayItem,
  endingNames,
  formerOffice,
  gradeNames,
  levelNameOf,
  handlingNames,
  labels,
  outcomeNames,
} from '@mimamori/contract'
import { writeInstant } from '../../../platform/exchange/cell.ts'
import type { ExportColumn, ExportCell } from '../../../platform/exchange/columns.ts'

const { alert } = labels

const text = (value: string | null): string => value ?? ''
const number = (value: number | null, digits: number): ExportCell => (value === null ? '' : { value, digits })
const levelName = (level: number | null) => (level === null ? '' : levelNameOf(level))

type Item = DisplayItem<'ALERT_LIST_DISPLAY_ITEM_SETTING'>
type Column = ExportColumn<AlertEpisode> & { readonly item?: Item }

/** The columns of the file of alerts: the items of the list that are shown, and how each episode was handled. */
export const alertColumns = (shows: (item: Item) => boolean): readonly ExportColumn<AlertEpisode>[] => {
  // A reason with its numbers reveals what is hidden.
  const tellsAll = shows('HEART_RATE') && shows('WBGT_EXCESSIVE')
  const columns: readonly Column[] = [
    { label: alert.startedAt, item: 'DATETIME_OF_OCCURRENCE', write: ({ startedAt }) => writeInstant(startedAt) },
    { label: alert.endedAt, write: ({ endedAt }) => writeInstant(endedAt ?? '') },
    { label: alert.ending, write: ({ ending }) => (ending === null ? '' : endingNames[ending]) },
    { label: alert.late, write: ({ late }) => (late === '1' ? alert.late : '') },
    { label: alert.withdrawn, write: ({ withdrawn }) => (withdrawn === '1' ? alert.withdrawn : '') },
    { label: alert.kind, write: ({ kind, drill }) => `${drill === '1' ? `${alert.drill} ` : ''}${alertKindNames[kind]}` },
    { label: alert.emergency, write: ({ emergency }) => (emergency === '1' ? gradeNames.emergency : '') },
    { label: alert.alertLevel, write: ({ alertLevel }) => levelName(alertLevel) },
    { label: alert.peakLevel, write: ({ peakLevel }) => levelName(peakLevel) },
    { label: alert.fullName, write: ({ fullName }) => text(fullName) },
    { label: alert.companyName, write: ({ companyName }) => companyName },
    { label: alert.baseName, item: 'BASE_NAME', write: ({ baseName }) => baseName ?? formerOffice },
    { label: alert.groupName, write: ({ groupName }) => text(groupName) },
    { label: alert.locationName, item: 'LOCATION', write: ({ locationName }) => text(locationName) },
    { label: alert.heartRate, item: 'HEART_RATE', write: ({ heartRate }) => number(heartRate, 0) },
    { label: alert.excess, item: 'WBGT_EXCESSIVE', write: ({ excess }) => number(excess, 1) },
    { label: alert.wbgtValue, item: 'WBGT_EXCESSIVE', write: ({ wbgtValue }) => number(wbgtValue, 1) },
    { label: alert.wbgtMeasurementPoint, item: 'WBGT_MEASUREMENT_POINT', write: ({ wbgtMeasurementPoint }) => text(wbgtMeasurementPoint) },
    { label: alert.reason, write: ({ reason, plainReason }) => (tellsAll ? reason : plainReason) },
    { label: alert.handling, write: ({ handling }) => handlingNames[handling] },
    { label: alert.handledBy, write: ({ handledBy }) => text(handledBy) },
    { label: alert.handledAt, write: ({ handledAt }) => writeInstant(handledAt ?? '') },
    { label: alert.outcome, write: ({ outcome }) => (outcome === null ? '' : outcomeNames[outcome]) },
    { label: alert.note, write: ({ note }) => text(note) },
  ]
  return columns.filter(({ item }) =>
    item === 'LOCATION' ? shows(item) && shows('LOCATION_INFORMATION') : item === undefined || shows(item),
  )
}
