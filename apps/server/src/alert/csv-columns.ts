import {
  type AlertEpisode,
  alertKindNames,
  endingNames,
  formerOffice,
  gradeNames,
  handlingNames,
  labels,
  outcomeNames,
} from '@mimamori/contract'
import { writeInstant } from '../platform/exchange/cell.ts'
import type { ExportColumn } from '../platform/exchange/columns.ts'

const { alert } = labels

const text = (value: string | number | null): string => String(value ?? '')
const levelName = (level: number | null) => (level === null ? '' : gradeNames[level as keyof typeof gradeNames])

/** The columns of the file of alerts: the items of the list, and how each episode was handled. */
export const alertColumns: readonly ExportColumn<AlertEpisode>[] = [
  { label: alert.startedAt, write: ({ startedAt }) => writeInstant(startedAt) },
  { label: alert.endedAt, write: ({ endedAt }) => writeInstant(endedAt ?? '') },
  { label: alert.ending, write: ({ ending }) => (ending === null ? '' : endingNames[ending]) },
  { label: alert.late, write: ({ late }) => (late === '1' ? alert.late : '') },
  { label: alert.withdrawn, write: ({ withdrawn }) => (withdrawn === '1' ? alert.withdrawn : '') },
  { label: alert.kind, write: ({ kind, drill }) => `${drill === '1' ? `${alert.drill} ` : ''}${alertKindNames[kind]}` },
  { label: alert.emergency, write: ({ emergency }) => (emergency === '1' ? gradeNames.emergency : '') },
  { label: alert.alertLevel, write: ({ alertLevel }) => levelName(alertLevel) },
  { label: alert.fullName, write: ({ fullName }) => text(fullName) },
  { label: alert.companyName, write: ({ companyName }) => companyName },
  { label: alert.baseName, write: ({ baseName }) => baseName ?? formerOffice },
  { label: alert.groupName, write: ({ groupName }) => text(groupName) },
  { label: alert.locationName, write: ({ locationName }) => text(locationName) },
  { label: alert.heartRate, write: ({ heartRate }) => text(heartRate) },
  { label: alert.excess, write: ({ excess }) => text(excess) },
  { label: alert.wbgtValue, write: ({ wbgtValue }) => text(wbgtValue) },
  { label: alert.wbgtMeasurementPoint, write: ({ wbgtMeasurementPoint }) => text(wbgtMeasurementPoint) },
  { label: alert.reason, write: ({ reason }) => reason },
  { label: alert.handling, write: ({ handling }) => handlingNames[handling] },
  { label: alert.handledBy, write: ({ handledBy }) => text(handledBy) },
  { label: alert.handledAt, write: ({ handledAt }) => writeInstant(handledAt ?? '') },
  { label: alert.outcome, write: ({ outcome }) => (outcome === null ? '' : outcomeNames[outcome]) },
  { label: alert.note, write: ({ note }) => text(note) },
]
