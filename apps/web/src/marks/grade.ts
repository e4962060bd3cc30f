import { type Grade, gradeNames, pendingLevelName } from '@mimamori/contract/labels'
import { levelGradeOf } from '@mimamori/contract/level-grade'

/** Grades by urgency, most urgent first; summaries and legends follow it. */
export const grades = ['emergency', 3, 2, 1, 0, 'none'] as const satisfies readonly Grade[]

type Judged = { readonly alertLevel: number | null; readonly emergency: '0' | '1' }

/** The one grade a row is ranked by. */
export const gradeOf = (row: Judged): Grade | undefined => (row.emergency === '1' ? 'emergency' : levelGradeOf(row.alertLevel))

type Heard = Pick<Judged, 'alertLevel'> & { readonly heartRate: number | null; readonly status: '' | '0' | '1' }

/**
 * The word of a row's level. A first heart rate above a limit has none until the device's interval is known; that is no
 * lack of a record.
 */
export const levelWordOf = ({ alertLevel, heartRate, status }: Heard): string =>
  alertLevel === null && heartRate !== null && status === '' ? pendingLevelName : gradeNames[levelGradeOf(alertLevel) ?? 'none']

/** The word of a row's grade, as `levelWordOf` where there is no emergency. */
export const gradeWordOf = (row: Judged & Heard): string => (row.emergency === '1' ? gradeNames.emergency : levelWordOf(row))

const urgency: Record<Grade, number> = { emergency: 5, 3: 4, 2: 3, 1: 2, 0: 1, none: 0 }

/** Whether somebody is to be cautious about, or worse. */
export const isCaution = (grade: Grade | undefined): boolean => grade !== undefined && urgency[grade] >= urgency[1]

/** Sorts the most urgent grade first. */
export const byUrgency = (a: Grade | undefined, b: Grade | undefined): number =>
  (b === undefined ? -1 : urgency[b]) - (a === undefined ? -1 : urgency[a])
