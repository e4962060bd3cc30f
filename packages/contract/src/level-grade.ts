import type { Grade } from './labels.ts'

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
