import type { UserRole } from '@mimamori/contract'

type Record = { readonly [field: string]: unknown }

/** What the audit log keeps of a person: what was set, not what follows from it. */
export const recordOf = ({ canDelete: _, referenceWbgt: _r, roleJp: _j, version: _v, ...rest }: UserRole): Record => rest

/** The fields that differ, as they were and as they are. */
export const changesBetween = (before: Record, after: Record): { before: Record; after: Record } => {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field])
  const only = (record: Record) => Object.fromEntries(changed.map((field) => [field, record[field]]))
  return { before: only(before), after: only(after) }
}
