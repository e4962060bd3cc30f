import { installationStatusNames, mapDisplayNames } from '@mimamori/contract/kbn'
import type { ShapeColumn } from '../kit/import/file-shape.tsx'

const anyOf = (names: Readonly<Record<string, string>>) => Object.values(names).join('・')

type Stand = { readonly installationStatus: string; readonly locationName: string; readonly status: string }

/** Columns that files of every installed kind of device have, under the kind's own labels. */
export const standShape = (of: Stand): readonly ShapeColumn[] => [
  { name: of.installationStatus, rule: anyOf(installationStatusNames) },
  { name: of.locationName, rule: '100文字まで' },
  { name: of.status, rule: anyOf(mapDisplayNames) },
]
