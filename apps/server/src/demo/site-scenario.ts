import type { Exposure, Scenario, ScenarioPerson } from '@mimamori/simulator'
import type { Member } from './crew.ts'
import { coordinatesOf } from './ground.ts'
import { type SitePlan, workingDay } from './site-plan.ts'

const personOf = (member: Member): ScenarioPerson => ({
  name: member.fullName,
  age: member.age,
  workLoadClass: member.plan.metabolicClass ?? member.group.effort,
  acclimatised: !member.newcomer,
  fitness: member.fitness,
  vitalSerial: member.vital.serial,
  ...(member.belt === undefined ? {} : { beltSerial: member.belt.serial, barometerSerial: member.belt.barometer }),
  groupName: member.group.name,
  homePlace: member.homePlace,
  ...(member.group.others === undefined ? {} : { otherPlaces: member.group.others }),
  ...(member.plan.shift === undefined ? {} : { shift: member.plan.shift }),
  ...(member.plan.cast === undefined ? {} : { cast: member.plan.cast }),
  ...(member.plan.castDaysAgo === undefined ? {} : { castDaysAgo: member.plan.castDaysAgo }),
})

const silence = (silentFromMinutes: number | undefined) => (silentFromMinutes === undefined ? {} : { silentFromMinutes })

/** The site as the simulator plays it. */
export const scenarioOf = (site: SitePlan, officeId: number, crew: readonly Member[]): Scenario => {
  const exposureAt = (watcher: number): Exposure => site.watchers[watcher]?.exposure ?? 'yard'
  const placeOfWatcher = (index: number): string => site.places.find(({ watcher }) => watcher === index)?.name ?? site.assemblyPlace
  return {
    site: { officeId, name: site.name, ...workingDay },
    assemblyPlace: site.assemblyPlace,
    restPlace: site.restPlace,
    places: site.places.map(({ name, watcher, heightMetres = 0 }) => ({ name, exposure: exposureAt(watcher), heightMetres })),
    gateways: site.places.map((place) => ({
      serial: place.gateway,
      place: place.name,
      ...coordinatesOf(site, place),
      ...silence(place.silentFromMinutes),
    })),
    watchers: site.watchers.map(({ serial, exposure, isDry = false }, index) => ({
      serial,
      place: placeOfWatcher(index),
      exposure,
      isDry,
    })),
    barometers: site.barometers.map(({ serial, place, silentFromMinutes }) => ({ serial, place, ...silence(silentFromMinutes) })),
    people: crew.map(personOf),
  }
}
