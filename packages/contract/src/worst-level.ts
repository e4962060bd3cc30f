import type { AlertEpisode } from './alert.ts'
import { alertLabels } from './alert-labels.ts'
import { gradeNames } from './labels.ts'
import { levelGradeOf } from './level-grade.ts'

/** The highest level an alert has had. While an update is rolled out, a process of the version before leaves it out. */
export const worstLevelOf = ({ alertLevel, peakLevel }: Pick<AlertEpisode, 'alertLevel' | 'peakLevel'>): number | null =>
  peakLevel ?? alertLevel

/** 最も重いとき 危険: of an open alert that has eased, so that nobody takes its current level for its highest; else undefined. */
export const worstInWords = (alert: Pick<AlertEpisode, 'alertLevel' | 'peakLevel' | 'emergency'>): string | undefined => {
  const { alertLevel, emergency } = alert
  const worst = worstLevelOf(alert)
  if (emergency === '1' || alertLevel === null || worst === null || worst <= alertLevel) return undefined
  return `${alertLabels.alert.peakLevel} ${gradeNames[levelGradeOf(worst) ?? 'none']}`
}
