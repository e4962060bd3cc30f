import type { AlertEpisode } from './alert.ts'
import { alertLabels } from './alert-labels.ts'
import { gradeNames } from './labels.ts'
import { levelGradeOf } from './level-grade.ts'

/** 最も重いとき 危険: of an alert that has eased but stands, so that nobody takes its level now for all there was; else undefined. */
export const worstInWords = ({
  alertLevel,
  peakLevel,
  emergency,
}: Pick<AlertEpisode, 'alertLevel' | 'peakLevel' | 'emergency'>): string | undefined => {
  // While an update is rolled out, a process of the version before leaves it out.
  const peak = peakLevel ?? 0
  if (emergency === '1' || alertLevel === null || peak <= alertLevel) return undefined
  return `${alertLabels.alert.peakLevel} ${gradeNames[levelGradeOf(peak) ?? 'none']}`
}
