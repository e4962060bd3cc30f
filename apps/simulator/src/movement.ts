import { chance } from './random.ts'
import type { Location, Scenario, ScenarioPerson } from './scenario.ts'
import type { Duty } from './schedule.ts'
import type { SiteTime } from './site-clock.ts'

// Project choice: a task keeps somebody in one place for about this long.
const taskMinutes = 24
const homeShare = 0.8
const restShare = 0.05
const staysAtWorkplaceInBreak = 0.12

/** Finds places by name; the scenario has been checked, so an unknown name is a fault of the program. */
export const locationFinder = (scenario: Scenario): ((name: string) => Location) => {
  const byName = new Map(scenario.places.map((place) => [place.name, place]))
  return (name) => {
    const place = byName.get(name)
    if (place === undefined) throw new Error(`no place named ${name}`)
    return place
  }
}

/**
 * The name of the place where somebody is: the morning meeting, the rest area in breaks, else their own place of
 * work, now and then another that their work takes them to, and now and then a rest of their own in the cool.
 */
export const placeAt = (seed: number, scenario: Scenario, person: ScenarioPerson, duty: Duty, time: SiteTime): string => {
  const draw = (label: string, block: number): number => chance(seed, label, person.vitalSerial, duty.shiftDay, block)
  switch (duty.activity) {
    case 'assembly':
      return scenario.assemblyPlace
    case 'break':
      return draw('break', Math.floor(time.minute / 120)) < staysAtWorkplaceInBreak ? person.homePlace : scenario.restPlace
    case 'lunch':
    case 'cleanup':
    case 'away':
      return scenario.restPlace
    case 'work': {
      const offset = draw('task', -1) * taskMinutes
      const block = Math.floor((time.minute + offset) / taskMinutes)
      const share = draw('task', block)
      if (share > 1 - restShare) return scenario.restPlace
      const others = person.otherPlaces ?? []
      if (share < homeShare || others.length === 0) return person.homePlace
      return others[Math.floor(draw('other', block) * others.length)] ?? person.homePlace
    }
    default:
      return duty.activity satisfies never
  }
}
