import type { HealthRow } from '@mimamori/contract/health-condition'

export type OfficeCount = { readonly emergency: number; readonly 3: number; readonly 2: number; readonly 1: number }

const none: OfficeCount = { emergency: 0, 3: 0, 2: 0, 1: 0 }

/** How many people are at which level, by site. */
export const countByOffice = (rows: readonly HealthRow[]): ReadonlyMap<number, OfficeCount> => {
  const counts = new Map<number, OfficeCount>()
  for (const row of rows) {
    const before = counts.get(row.officeId) ?? none
    const level = row.alertLevel
    const raised = level === 1 || level === 2 || level === 3 ? { ...before, [level]: before[level] + 1 } : before
    counts.set(row.officeId, row.emergency === '1' ? { ...raised, emergency: raised.emergency + 1 } : raised)
  }
  return counts
}

/** The site where help is needed most first. */
export const byOfficeNeed = (a: OfficeCount | undefined, b: OfficeCount | undefined): number => {
  const [left, right] = [a ?? none, b ?? none]
  return right.emergency - left.emergency || right[3] - left[3] || right[2] - left[2] || right[1] - left[1]
}
