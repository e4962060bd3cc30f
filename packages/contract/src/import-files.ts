import { barometerFile } from './barometer.ts'
import { deviceFile, deviceLinkFile } from './device.ts'
import { gatewayFile, gatewayLinkFile } from './gateway.ts'
import { groupFile } from './group.ts'
import { heatWatcherFile } from './heat-watcher.ts'
import { type labels, labelsOf } from './labels.ts'
import { adminFile, baseAdminFile, workerFile } from './person.ts'

type FieldOf<Of extends keyof typeof labels> = keyof (typeof labels)[Of] & string

/** A file that an import takes in and a download gives out. */
export type ImportFile<
  Of extends keyof typeof labels = keyof typeof labels,
  Taken extends string = string,
  Shown extends string = string,
> = {
  readonly resource: Of
  /**
   * The columns that are imported, in order, each with what its cells take; a rule that begins with 必須 says that the column
   * must be there.
   */
  readonly taken: Readonly<Record<Taken, string>>
  /** What a download shows before and after them, only to be read. */
  readonly shownBefore: readonly Shown[]
  readonly shownAfter: readonly Shown[]
}

const importFile = <Of extends keyof typeof labels, Taken extends FieldOf<Of>, Shown extends FieldOf<Of>>(
  resource: Of,
  taken: Readonly<Record<Taken, string>>,
  shownBefore: readonly Shown[],
  shownAfter: readonly Shown[] = [],
): ImportFile<Of, Taken, Shown> => ({ resource, taken, shownBefore, shownAfter })

const place = ['companyName', 'officeName'] as const

/** The files of every kind of record that can be imported. */
export const importFiles = {
  serviceAdmin: importFile('user', adminFile, []),
  contractAdmin: importFile('user', adminFile, ['companyName']),
  baseAdmin: importFile('user', baseAdminFile, place),
  worker: importFile('user', workerFile, [...place, 'groupName', 'roleJp']),
  group: importFile('group', groupFile, ['companyName', 'baseName']),
  device: importFile('device', { ...deviceFile, ...deviceLinkFile }, place, ['userName', 'fullName']),
  heatWatcher: importFile('heatWatcher', heatWatcherFile, [...place, 'baseCode'], ['gatewayIDs']),
  gateway: importFile('gateway', { ...gatewayFile, ...gatewayLinkFile }, place),
  barometer: importFile('barometer', barometerFile, place, ['countDevice']),
} as const

/** A column that a file takes, as people see it. */
export type FileField = { readonly field: string; readonly label: string; readonly rule: string; readonly isRequired: boolean }

/** The columns that a file takes, in order. */
export const fieldsOf = ({ resource, taken }: ImportFile): FileField[] =>
  Object.entries(taken).map(([field, rule]) => ({
    field,
    label: labelsOf(resource)[field] ?? field,
    rule,
    isRequired: rule.startsWith('必須'),
  }))

/** The labels of the columns that a file only shows. */
export const shownLabelsOf = ({ resource, shownBefore, shownAfter }: ImportFile): string[] =>
  [...shownBefore, ...shownAfter].map((field) => labelsOf(resource)[field] ?? field)
