import { type HeartLimits, heartLimits, metabolicRateWatts, type MetabolicClass } from '@mimamori/heat'
import { fork, normal } from './random.ts'
import type { ScenarioPerson } from './scenario.ts'

/** The constants of a person's heart. Heart rates in bpm. */
export type Physiology = {
  readonly restBpm: number
  readonly maximumBpm: number
  readonly limits: HeartLimits
  /** Highest metabolic rate that oxygen uptake can sustain, W. */
  readonly capacityWatts: number
  /** Metabolic rate of the person's usual work, W. */
  readonly workWatts: number
  /** How strongly heat drives the heart: 1 acclimatised, more where not. */
  readonly heatGain: number
  /** Share of the demand above their comfort that they keep up all the same: 0 slows down, 1 never does. */
  readonly push: number
}

// One litre of oxygen a minute equals about 348 W (20.9 kJ a litre; ACSM's Guidelines for Exercise Testing).
const wattsOfLitre = 348
const bodyKilograms = 68

/** Metabolic rate at rest, W: ISO 8996. Also what the reserve is counted from. */
const restWatts = 115

const metabolicClassOf = (value: number): MetabolicClass => {
  const whole = Math.min(4, Math.max(0, Math.round(value)))
  return whole as MetabolicClass
}

/**
 * A person's physiology, the same for the same seed. Maximum heart rate 208 − 0.7·age (Tanaka 2001) with 4 bpm of
 * personal spread; oxygen uptake falls by a tenth a decade from 25 on (Åstrand); the rest is project choice.
 */
export const physiologyOf = (seed: number, person: ScenarioPerson): Physiology => {
  const random = fork(seed, 'physiology', person.vitalSerial)
  const { age, fitness } = person
  const uptakeMillilitres = (34 + 16 * fitness) * (1 - 0.01 * Math.max(0, age - 25))
  return {
    restBpm: 76 - 14 * fitness + 2.5 * normal(random),
    maximumBpm: 208 - 0.7 * age + Math.max(-8, Math.min(8, 4 * normal(random))),
    limits: heartLimits(age),
    capacityWatts: (uptakeMillilitres * bodyKilograms * wattsOfLitre) / 1_000,
    workWatts: metabolicRateWatts(metabolicClassOf(person.workLoadClass)),
    heatGain: person.acclimatised ? 1 : 1.5,
    push: 0.05 + 0.35 * random(),
  }
}

/** What is demanded of the body at a moment. */
export type Demand = {
  /** Metabolic rate, W. */
  readonly watts: number
  /** WBGT at the place, °C. */
  readonly wbgt: number
  /** Minutes since midnight on the site's clock. */
  readonly minute: number
}

/** The state of the heart between two readings. */
export type HeartState = {
  readonly bpm: number
  /** Beats a minute that hours of work in the heat have added. */
  readonly driftBpm: number
}

/** A heart before work. */
export const rested = (physiology: Physiology): HeartState => ({ bpm: physiology.restBpm + 6, driftBpm: 0 })

// Heart rate follows the load within two or three minutes and falls more slowly (Åstrand, Textbook of Work Physiology).
const riseMinutes = 0.8
const fallMinutes = 1.6
// Cardiovascular drift builds up over an hour and disappears within a rest (Coyle 2001); figures are project choice.
const driftRiseMinutes = 50
const driftFallMinutes = 18
const mostDriftBpm = 14
// Skin blood flow raises the heart by about this much for each °C of WBGT above comfort (project choice, after the
// thermal component of ISO 9886: 33 bpm for each °C of core temperature).
const comfortWbgt = 22
const bpmOfWbgt = 1.5
const restingHeatShare = 0.35
const circadianBpm = 3
const peakMinute = 15 * 60
// People slow down before their pulse reaches the sustained limit; how much is their `push`.
const comfortBelowLimitBpm = 14

/** Share of the heart rate reserve that a metabolic rate takes: %HRR equals %VO2R (Swain 2000, ACSM). */
const reserveShare = (physiology: Physiology, watts: number): number =>
  Math.max(0, (watts - restWatts) / (physiology.capacityWatts - restWatts))

/** The heart rate in bpm that a demand, kept up for long, leads to. */
export const steadyBpm = (physiology: Physiology, driftBpm: number, { watts, wbgt, minute }: Demand): number => {
  const share = reserveShare(physiology, watts)
  const heat = Math.max(0, wbgt - comfortWbgt) * bpmOfWbgt * physiology.heatGain
  const circadian = circadianBpm * Math.cos((2 * Math.PI * (minute - peakMinute)) / 1_440)
  const wanted =
    physiology.restBpm +
    circadian +
    share * (physiology.maximumBpm - physiology.restBpm) +
    heat * (restingHeatShare + (1 - restingHeatShare) * Math.min(1, share * 3)) +
    driftBpm
  const comfort = physiology.limits.sustained - comfortBelowLimitBpm
  const paced = wanted <= comfort ? wanted : comfort + (wanted - comfort) * physiology.push
  return Math.min(paced, physiology.maximumBpm)
}

const approach = (from: number, to: number, minutes: number, timeConstant: number): number =>
  to + (from - to) * Math.exp(-minutes / timeConstant)

/** The heart after some minutes under a demand: first-order response, with drift that work in heat builds up. */
export const nextHeartState = (physiology: Physiology, state: HeartState, demand: Demand, minutes: number): HeartState => {
  const share = reserveShare(physiology, demand.watts)
  const heat = Math.max(0, demand.wbgt - comfortWbgt) / 10
  const drift = mostDriftBpm * Math.min(1, share * 2.2) * Math.min(1.4, heat * physiology.heatGain)
  const driftBpm = approach(state.driftBpm, drift, minutes, drift > state.driftBpm ? driftRiseMinutes : driftFallMinutes)
  const steady = steadyBpm(physiology, driftBpm, demand)
  return { bpm: approach(state.bpm, steady, minutes, steady > state.bpm ? riseMinutes : fallMinutes), driftBpm }
}
