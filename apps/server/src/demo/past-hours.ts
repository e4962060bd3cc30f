import {
  DEFAULT_HEAT_ALONE_MAX_LEVEL,
  HEAT_WORK_AIR,
  HEAT_WORK_WBGT,
  type HeartLimits,
  heartLimits,
  heatLevel,
  type MetabolicClass,
  referenceWbgt,
} from '@mimamori/heat'
import { chance, type Heat, type ScenarioPerson, shiftFor, siteTime, type SiteTime } from '@mimamori/simulator'
import { hourMs, slotMs } from '../shared/monitoring/summaries/due.ts'
import type { HourlySummary } from '../shared/monitoring/summaries/read.ts'
import type { PastWeeks } from './past-heat.ts'

/** Somebody of the demo as the database has them. */
export type PastWorker = {
  readonly user_id: number
  readonly office_id: number
  readonly group_id: number | null
  readonly metabolic_class: MetabolicClass
  /** Whether they were on leave until their readings begin. */
  readonly returns: boolean
  readonly person: ScenarioPerson
}

const slotsAnHour = hourMs / slotMs
const minutesASlot = 10

const absentShare = 0.05
const leaveShare = 0.08
const leaveDays = 9
const spikeShare = 0.03
const spikeBpm = 34
const dangerAboveBpm = 2

// As the simulated day has it: half past seven to half past five with an hour's rest, or a night.
const dayShift = { from: 450, to: 1_050, restFrom: 720, restTo: 780 }
const nightShift = { from: 1_200, to: 1_740, restFrom: 1_440, restTo: 1_500 }

type Presence = 'away' | 'resting' | 'working'

/** Sundays are off, and now and then somebody stays away for a day, or goes on leave. */
const isOff = (seed: number, { person: { vitalSerial, acclimatised }, returns }: PastWorker, day: number, lastDay: number): boolean => {
  if (!acclimatised || (returns && day > lastDay - leaveDays)) return true
  const weekday = (day + 4) % 7
  const leaveEnds = lastDay - Math.floor(chance(seed, 'leave ends', vitalSerial) * 25)
  const isOnLeave = chance(seed, 'leave', vitalSerial) < leaveShare && day <= leaveEnds && day > leaveEnds - leaveDays
  return weekday === 0 || isOnLeave || chance(seed, 'absent', vitalSerial, day) < absentShare
}

const presenceAt = (seed: number, worker: PastWorker, time: SiteTime, lastDay: number): Presence => {
  const isNight = worker.person.shift === 'night'
  const isAfterMidnight = isNight && time.minute < 720
  const shift = isNight ? nightShift : dayShift
  const minute = isAfterMidnight ? time.minute + 1_440 : time.minute
  if (minute < shift.from || minute >= shift.to || isOff(seed, worker, isAfterMidnight ? time.day - 1 : time.day, lastDay)) return 'away'
  return minute >= shift.restFrom && minute < shift.restTo ? 'resting' : 'working'
}

type Slot = { readonly heat: Heat | undefined; readonly bpm: number }

/** The heart rate that work and heat make of somebody, roughly as the simulator's physiology has it. */
const bpmOf = ({ fitness, workLoadClass }: ScenarioPerson, presence: Presence, wbgt: number, unrest: number): number =>
  82 - 14 * fitness + (presence === 'working' ? 13 * workLoadClass : 5) + 1.6 * Math.max(0, wbgt - 22) + 8 * unrest

const sum = (values: readonly number[]) => Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100
const tenth = (value: number) => Math.round(value * 10) / 10
const highest = (values: readonly number[]) => (values.length === 0 ? null : tenth(Math.max(...values)))

const levelOf = (excess: number | null, heart: number): number => {
  return Math.max(heart, Math.min(heatLevel(excess) ?? 0, DEFAULT_HEAT_ALONE_MAX_LEVEL))
}

/** What ten minutes at a heart rate come to; somewhat above the instantaneous limit they are danger. */
const heartOf = (bpm: number, { sustained, instantaneous }: HeartLimits): number => {
  if (bpm > instantaneous + dangerAboveBpm) return 3
  return bpm > instantaneous ? 2 : Number(bpm > sustained)
}

const summaryOf = ({ metabolic_class: metabolic, person }: PastWorker, slots: readonly Slot[], spike: number) => {
  const heard = slots.map(({ heat }) => heat?.wbgt).filter((wbgt) => wbgt !== undefined)
  const excesses = heard.map((wbgt) => tenth(wbgt - referenceWbgt(metabolic, true)))
  const limits = heartLimits(person.age)
  const beats = slots.map(({ bpm }) => Math.round(bpm))
  const peak = Math.max(...beats) + 9 + spike
  const hearts = slots.map(({ bpm }) => heartOf(bpm + spike, limits))
  const levels = slots.map(({ heat }, index) =>
    levelOf(heat === undefined ? null : heat.wbgt - referenceWbgt(metabolic, true), hearts[index] ?? 0),
  )
  const minutesWhere = (holds: (slot: Slot) => boolean) => slots.filter(holds).length * minutesASlot
  const minutesAt = (level: number, of = levels) => of.filter((own) => own === level).length * minutesASlot
  const readings = slots.length * minutesASlot
  return {
    readings,
    connected_minutes: readings,
    alerts: 0,
    level_max: Math.max(...levels),
    heart_rate_max: peak,
    heart_rate_sum: sum(beats) * minutesASlot,
    heart_rate_count: readings,
    wbgt_max: highest(heard),
    wbgt_sum: sum(heard.map((wbgt) => tenth(wbgt) * minutesASlot)),
    wbgt_count: heard.length * minutesASlot,
    excess_max: highest(excesses),
    excess_sum: sum(excesses) * minutesASlot,
    excess_count: excesses.length * minutesASlot,
    level1_minutes: minutesAt(1),
    level2_minutes: minutesAt(2),
    level3_minutes: minutesAt(3),
    heart_level_max: Math.max(...hearts),
    heart_level1_minutes: minutesAt(1, hearts),
    heart_level2_minutes: minutesAt(2, hearts),
    heart_level3_minutes: minutesAt(3, hearts),
    heat_minutes:
      heard.length === 0
        ? null
        : minutesWhere(({ heat }) => heat !== undefined && (heat.wbgt >= HEAT_WORK_WBGT || heat.temperature >= HEAT_WORK_AIR)),
    exposure_minutes: heard.length === 0 ? null : minutesWhere(({ heat }) => (heat?.wbgt ?? 0) >= referenceWbgt(metabolic, false)),
  }
}

/** The hours of somebody's past weeks on site. Anyone who is new there has none. */
export const pastHours = (weeks: PastWeeks, worker: PastWorker, heat: readonly (Heat | undefined)[]): HourlySummary[] => {
  const { seed, anchorMs, fromMs, toMs } = weeks
  const { user_id, office_id, group_id, person } = worker
  const shiftMs = shiftFor(anchorMs)
  const lastDay = siteTime(toMs, shiftMs).day
  return Array.from({ length: Math.floor((toMs - fromMs) / hourMs) }, (_, hour) => {
    const slots = Array.from({ length: slotsAnHour }, (__, n): Slot | [] => {
      const slot = hour * slotsAnHour + n
      const presence = presenceAt(seed, worker, siteTime(fromMs + (slot + 0.5) * slotMs, shiftMs), lastDay)
      if (presence === 'away') return []
      const own = heat[slot]
      return { heat: own, bpm: bpmOf(person, presence, own?.wbgt ?? 24, chance(seed, person.vitalSerial, slot)) }
    }).flat()
    if (slots.length === 0) return []
    const spike = chance(seed, 'spike', person.vitalSerial, hour) < spikeShare ? spikeBpm : 0
    return [{ user_id, office_id, group_id, hour: new Date(fromMs + hour * hourMs), ...summaryOf(worker, slots, spike) }]
  }).flat()
}
