import type { Grade } from '@mimamori/contract/labels'

/** Grades by urgency, most urgent first; summaries and legends follow it. */
export const grades = ['emergency', 3, 2, 1, 0, 'none'] as const satisfies readonly Grade[]

type Judged = { readonly alertLevel: number | null; readonly emergency: '0' | '1' }

/** The level a row shows beside its emergency; undefined where the wire says blank (−1). */
export const levelGradeOf = (alertLevel: number | null): Exclude<Grade, 'emergency'> | undefined => {
  switch (alertLevel) {
    case 0:
    case 1:
    case 2:
    case 3:
      return alertLevel
    case -1:
      return undefined
    default:
      return 'none'
  }
}

/** The one grade a row is ranked by. */
export const gradeOf = (row: Judged): Grade | undefined => (row.emergency === '1' ? 'emergency' : levelGradeOf(row.alertLevel))

const urgency: Record<Grade, number> = { emergency: 5, 3: 4, 2: 3, 1: 2, 0: 1, none: 0 }

/** Sorts the most urgent grade first. */
export const byUrgency = (a: Grade | undefined, b: Grade | undefined): number =>
  (b === undefined ? -1 : urgency[b]) - (a === undefined ? -1 : urgency[a])
