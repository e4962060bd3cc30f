import { deviceTypeNames, labels, type PastWear, swapReasonNames } from '@mimamori/contract'
import { writeInstant } from '../../platform/exchange/cell.ts'
import type { ExportColumn } from '../../platform/exchange/columns.ts'

const { wear } = labels

const written = (instant: string | null): string => (instant === null ? '' : writeInstant(instant))

/** The columns of the file of who wore what. */
export const wearFileColumns: readonly ExportColumn<PastWear>[] = [
  { label: wear.fullName, write: ({ fullName }) => fullName },
  { label: wear.furigana, write: ({ furigana }) => furigana },
  { label: wear.groupName, write: ({ groupName }) => groupName ?? '' },
  { label: wear.affiliation1, write: ({ affiliation1 }) => affiliation1 ?? '' },
  { label: wear.deviceType, write: ({ deviceType }) => (deviceTypeNames as Readonly<Record<string, string>>)[deviceType] ?? deviceType },
  { label: wear.serialNumber, write: ({ serialNumber }) => serialNumber },
  { label: wear.from, write: ({ from }) => written(from) },
  { label: wear.to, write: ({ to }) => written(to) },
  { label: wear.heardAt, write: ({ heardAt }) => written(heardAt) },
  { label: wear.reason, write: ({ reason }) => (reason === null ? '' : swapReasonNames[reason]) },
]
