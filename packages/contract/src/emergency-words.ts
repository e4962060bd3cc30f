import { alertKindNames, type DeviceAlarmKind } from './alert.ts'
import { gradeNames } from './labels.ts'

/** 緊急, or with what the device judged: 緊急・転倒. */
export const emergencyInWords = (alarm: DeviceAlarmKind | null): string =>
  alarm === null ? gradeNames.emergency : `${gradeNames.emergency}・${alertKindNames[alarm]}`
