import { bandBpm, type HeartBand } from './cast.ts'
import { effortWatts } from './effort.ts'
import { nextHeartState, type HeartState, type Physiology, physiologyOf, rested } from './physiology.ts'
import { followPerson, type Presence, type Setting } from './player.ts'
import { type Hear, radioOf, wornBattery } from './radio.ts'
import { fork, normal, type Random } from './random.ts'
import type { ScenarioPerson } from './scenario.ts'
import { japanTime, minuteMs } from './site-clock.ts'
import { phaseOf, type Source } from './source.ts'

const intervalMinutes = 1
// Optical sensors on the arm: mostly within 2 bpm, now and then 8 and more off, now and then nothing (Sensors 2023;
// the shares are project choice).
const noiseBpm = 1.6
const artefactShare = 0.008
const artefactBpm = 11
const lostShare = 0.004
// A scripted heart must not leave its band by chance.
const scriptedNoiseBpm = 2.4
const scriptedMinutes = 0.6
const restingWatts = 120
// From 2 m on measures against falls are required; getting there is a climb.
const climbingFromMetres = 2

const measured = (random: Random, bpm: number, scripted: boolean): number | null => {
  const noise = noiseBpm * normal(random)
  const draw = random()
  if (scripted) return Math.round(bpm + Math.max(-scriptedNoiseBpm, Math.min(scriptedNoiseBpm, noise)))
  if (draw < lostShare) return null
  const artefact = draw < lostShare + artefactShare ? (random() < 0.5 ? -artefactBpm : artefactBpm) : 0
  return Math.round(bpm + noise + artefact)
}

/** The heart one minute later: led by the script where it gives a rate, else by load and heat. */
const nextHeart = (
  physiology: Physiology,
  heart: HeartState,
  { cue, duty, place, time, wbgt }: Presence,
  seed: number,
  who: string,
): HeartState => {
  const led = cue.heart === undefined ? undefined : bandBpm(cue.heart, physiology.limits)
  if (led !== undefined) return { ...heart, bpm: led + (heart.bpm - led) * Math.exp(-intervalMinutes / scriptedMinutes) }
  const watts =
    cue.heart === 'resting' || cue.cooling
      ? restingWatts
      : effortWatts(seed, who, physiology, duty.activity, place.heightMetres >= climbingFromMetres, time)
  return nextHeartState(physiology, heart, { watts, wbgt, minute: time.minute }, intervalMinutes)
}

const heartRateOf = (band: HeartBand | undefined, random: Random, bpm: number): number | null => {
  const heartRate = measured(random, bpm, band !== undefined)
  return band === 'missing' ? null : heartRate
}

/** A person's vital device: one reading a minute while they are at the site. */
export const vitalSource = (setting: Setting, person: ScenarioPerson, hear: Hear): Source => {
  const follow = followPerson(setting, person)
  const { seed } = setting
  const device = person.vitalSerial
  const physiology = physiologyOf(seed, person)
  const random = fork(seed, 'vital', device)
  const intervalMs = intervalMinutes * minuteMs
  let heart = rested(physiology)
  return {
    intervalMs,
    phaseMs: phaseOf(seed, device, intervalMs),
    read: (atMs) => {
      const presence = follow(atMs, atMs - intervalMs)
      if (presence.duty.activity === 'away') {
        heart = rested(physiology)
        return undefined
      }
      heart = nextHeart(physiology, heart, presence, seed, device)
      const heartRate = heartRateOf(presence.cue.heart, random, heart.bpm)
      const radio = radioOf(seed, device, presence, hear(presence.place.name, device), random)
      if (presence.cue.silent) return undefined
      return {
        kind: 'vital',
        device,
        at: japanTime(atMs),
        heartRate,
        battery: wornBattery(seed, device, presence),
        ...radio,
        ...(presence.called ? { call: true } : {}),
        interval: intervalMinutes,
      }
    },
  }
}
