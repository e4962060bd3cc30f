import { type MetabolicClass, type Pulse, referenceWbgt, type WorkerReading } from '@mimamori/heat'
import { effortWatts } from '../../apps/simulator/src/effort.ts'
import { nextHeartState, type Physiology, physiologyOf, rested } from '../../apps/simulator/src/physiology.ts'
import { chance, fork, normal, smoothNoise } from '../../apps/simulator/src/random.ts'
import type { ScenarioPerson } from '../../apps/simulator/src/scenario.ts'
import { dutyAt } from '../../apps/simulator/src/schedule.ts'

const minuteMs = 60_000
const dayMinutes = 1_440
/** Midnight in Tokyo of the first day, epoch ms. */
const firstDay = Date.parse('2026-07-06T00:00:00+09:00')

/** A simulated worker: who they are, how their heart answers, and the WBGT that they may work in, °C. */
export type CrewMember = { readonly person: ScenarioPerson; readonly physiology: Physiology; readonly reference: number }

/**
 * A crew of a building site. Assumed: ages 20 to 66, work classes 1 to 3 as on sites where most is moderate (ISO 8996), one in ten not
 * acclimatised; the heart is that of the simulator, with its sources.
 */
export const crewOf = (seed: number, count: number): CrewMember[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `crew-${index}`
    const of = (what: string) => chance(seed, what, name)
    const load = of('load')
    const person: ScenarioPerson = {
      name,
      age: 20 + Math.floor(of('age') * 47),
      workLoadClass: load < 0.25 ? 1 : load < 0.85 ? 2 : 3,
      acclimatised: of('acclimatised') >= 0.1,
      fitness: of('fitness'),
      vitalSerial: name,
      groupName: '',
      homePlace: '',
    }
    const reference = referenceWbgt(person.workLoadClass as MetabolicClass, person.acclimatised)
    // Crews of a shift that must be done keep up their pace above what is comfortable.
    const physiology = { ...physiologyOf(seed, person), push: 0.3 + 0.7 * of('push') }
    return { person, physiology, reference }
  })

// From dawn to the hottest hour a hot day rises by four degrees (the simulator's heat of a day).
const wbgtAt = (peak: number, minute: number): number => peak - 4 * Math.min(1, (Math.abs(minute - 14 * 60) / (8 * 60)) ** 1.5)

// Optical sensors err by about 8 bpm on building sites (Sensors 2023): most of it drifts over minutes, and some readings are missing.
const driftBpm = 8
const jitterBpm = 3
const missingShare = 0.05

/**
 * The readings of somebody's working day, one a minute, with the WBGT of a day that peaks at `peakWbgt` (°C).
 * @param day from 0 on
 * @param strainAt what a body that overheats adds to the heart rate at a minute of the day, bpm
 */
export const workDay = (
  seed: number,
  { person, physiology }: CrewMember,
  day: number,
  peakWbgt: number,
  strainAt: (minute: number) => number = () => 0,
): WorkerReading[] => {
  const who = person.vitalSerial
  const random = fork(seed, 'sensor', who, day)
  const readings: WorkerReading[] = []
  let heart = rested(physiology)
  for (let minute = 420; minute < 1_080; minute++) {
    const time = { day, minute }
    const { activity } = dutyAt(seed, who, 'day', time)
    if (activity === 'away') continue
    const isInside = activity === 'lunch' || activity === 'break'
    const wbgt = isInside ? Math.min(24, peakWbgt) : wbgtAt(peakWbgt, minute)
    heart = nextHeartState(physiology, heart, { watts: effortWatts(seed, who, physiology, activity, false, time), wbgt, minute }, 1)
    const error = driftBpm * 0.7 * smoothNoise(seed, `sensor ${who}`, (day * dayMinutes + minute) / 6) + jitterBpm * normal(random)
    const at = firstDay + (day * dayMinutes + minute) * minuteMs
    const heartRate = random() < missingShare ? null : Math.round(Math.min(physiology.maximumBpm, heart.bpm + strainAt(minute)) + error)
    readings.push({ at, receivedAt: at, heartRate, wbgt, wbgtRank: 0, call: false, intervalMinutes: 1, deviceId: 1 })
  }
  return readings
}

/** When an instant of a simulated day is, minutes since its midnight. */
export const minuteOfDay = (at: number): number => ((at - firstDay) / minuteMs) % dayMinutes

/** Readings as the measuring of shifts takes them. */
export const pulsesOf = (readings: readonly WorkerReading[]): Pulse[] =>
  readings.flatMap(({ at, heartRate, deviceId, intervalMinutes }) =>
    heartRate === null ? [] : [{ at, bpm: heartRate, deviceId, declaredMinutes: intervalMinutes }],
  )
