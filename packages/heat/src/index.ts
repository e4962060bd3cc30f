export {
  EXPOSURE_DAY_MINUTES,
  EXPOSURE_WINDOW_DAYS,
  fadingDays,
  isAcclimatisedBy,
  isBreak,
  isLongBreak,
  needsEarlierDays,
} from './acclimatisation.ts'
export {
  type DayInHeat,
  ladderDayMinutes,
  ladderFacts,
  type LadderFacts,
  LADDER_SHARES,
  ladderStep,
  type LadderStep,
  minutesOfShare,
  withDayInHeat,
} from './acclimatisation-ladder.ts'
export { DEFAULT_HEAT_ALONE_MAX_LEVEL, type Level, SPARSE_INTERVAL_MINUTES, totalLevelOf } from './alert-level.ts'
export {
  findSilences,
  isUnheardSinceOpening,
  type Silence,
  silenceLimitMs,
  type WatchedGateway,
  type WatchedInstrument,
  type WatchedSite,
  type WatchedWorker,
} from './alive.ts'
export {
  altitudeCm,
  altitudeUncertaintyCm,
  BAROMETER_USABLE_MS,
  FALL_PROTECTION_FROM_CM,
  FULL_HARNESS_ABOVE_CM,
  rawAltitudeCm,
  type ReferencePressure,
  type TerminalPressure,
} from './altitude.ts'
export { type AttentionPeriod, hasAttention } from './attention.ts'
export { judgeBattery } from './battery.ts'
export {
  type BeltAssessment,
  type BeltReading,
  type BeltSettings,
  type BeltState,
  DEFAULT_BELT_SETTINGS,
  judgeBelt,
  UNUSUALLY_LOW_SETTING_CM,
} from './belt.ts'
export {
  CLOCK_TOLERANCE_MS,
  clockErrorMs,
  type ClockState,
  dependsOnInterval,
  dependsOnLastReading,
  isClockDoubtful,
  isClockWrong,
  judgePosts,
  type Misplaced,
  type Post,
} from './clock.ts'
export { type ClosedEpisode, watchClosed } from './closed-episode.ts'
export { type CoreTemperature, CORE_TEMPERATURE_START, estimateCoreTemperatures, nextCoreTemperature } from './core-temperature.ts'
export {
  type ButtonDown,
  type CallPress,
  countedMs,
  DEFAULT_EMERGENCY_SETTINGS,
  type Emergency,
  type EmergencySettings,
  isPressedAgain,
  received,
} from './emergency.ts'
export {
  areDifferent,
  type DayOfHeart,
  DIFFERENT_WITHIN_DAYS,
  isNarrowDay,
  NARROW_DAYS,
  NARROW_WEARERS,
  NARROW_WITHIN_DAYS,
} from './doubtful-heart.ts'
export {
  type AlarmChange,
  type AlarmClosing,
  type AlarmKind,
  type AlarmReading,
  followAlarms,
  type StoredAlarm,
  alarmGapMs,
  alarmSpan,
} from './device-alarm.ts'
export { estimatedWbgt, type MeterValues } from './estimated-wbgt.ts'
export { EXPOSURE_LINES, type ExposureClock, isHeatWork } from './exposure-clock.ts'
export { gapLimitMs, isCurrent } from './gap.ts'
export { intervalConcern } from './heart-watch.ts'
export { DEFAULT_HEART_DURATIONS, type HeartSettings } from './heart-level.ts'
export { type HeartReasonKind } from './heart-reason.ts'
export {
  ageForLimits,
  ASSUMED_AGE_YEARS,
  type HeartLimits,
  heartLimits,
  type MaximumHeartRateFormula,
  validHeartRate,
} from './heart-rate.ts'
export { DEFAULT_HEAT_BASIS, type HeatBasis, heatBasisOn, type HeatLayer, type HeatLayers } from './heat-basis.ts'
export { HEAT_LEVEL_FROM, heatLevel } from './heat-level.ts'
export { HEAT_WORK_AIR, HEAT_WORK_WBGT } from './heat-work.ts'
export { HOLD_MS } from './hold.ts'
export { judgeBatch, judgeReading, type WorkerAssessment } from './judge.ts'
export { type LevelReason } from './level-reason.ts'
export { shownAt } from './shown.ts'
export { type ConditionEnd } from './condition.ts'
export { intervalOf } from './pace.ts'
export { barometerMovedAt, isMoveCertain } from './moved-barometer.ts'
export { measureShifts, type ShiftMeasure } from './measured-shifts.ts'
export { type Pulse } from './heart-stream.ts'
export { mayBeginShift } from './shift.ts'
export { COUNTED_SHIFTS_MS, type MeasuredShift, type OwnMeasure, ownMeasureAfter, ownMeasureAt } from './own-measure.ts'
export { type ComparedDay, DIFFERENCE_DAYS, differenceIndex, type SiteDifference, siteDifferences } from './site-difference.ts'
export { packState, type StoredState, unpackState } from './packed-state.ts'
export { continuedEnd, isPutInPlace, judgeByHour, resumed, settled } from './replay.ts'
export { dutyPassed, hoursAbove, type PlannedHour, type PlannedRest, planRest } from './planned-rest.ts'
export { type RestAdvice, restAdvice, restMinutes } from './rest.ts'
export { type RestVisit, restVisits, type VisitReading } from './rest-visits.ts'
export { aboveTheirLimit, judgeStation, siteHeatLimit, type HeatSourceUse, workersAtSource } from './site-heat.ts'
export {
  chooseHeat,
  countingValues,
  HEAT_AHEAD_MS,
  type HeatOrigin,
  type HeatRank,
  type HeatSources,
  type HeatValue,
  HIGHEST_WBGT,
  isPlausibleWbgt,
  LOWEST_WBGT,
  PUBLIC_USABLE_MS,
  type UsableHeat,
  WATCHER_USABLE_MS,
  WBGT_EXPECTED_MS,
} from './usable-heat.ts'
export {
  expireWatcher,
  isSiteHeatOpen,
  judgeWatcher,
  SITE_HEAT_KEPT_MS,
  siteHeatExpiresAt,
  type WatcherAssessment,
  type WatcherReading,
  type WatcherState,
} from './watcher.ts'
export {
  type Clothing,
  clothingAdjustment,
  effectiveWbgt,
  type MetabolicClass,
  metabolicRateWatts,
  referenceWbgt,
  wbgtExcess,
  wbgtInSun,
  wbgtWithoutSun,
  type WbgtTemperatures,
} from './wbgt.ts'
export {
  closeEmergency,
  expiresAt,
  personalLevelOf,
  pressCall,
  withoutExpired,
  type WorkerReading,
  type WorkerSettings,
  type WorkerState,
} from './worker-state.ts'
export {
  DEFAULT_WORKING_HOURS,
  isWorkingTime,
  lastOpening,
  shiftEnd,
  shownHours,
  type WorkingDay,
  workingDayAt,
  workingDayOn,
  type WorkingHours,
  workingHoursOf,
} from './working-hours.ts'
export { hoursOfSpans, isWithinHours, type WorkSpan, workSpans } from './work-hours.ts'
