/** How the sun and the air reach a place; heat-of-day.ts holds what each means. */
export const exposures = ['scaffold', 'roof', 'yard', 'shade', 'indoor', 'cooled'] as const
export type Exposure = (typeof exposures)[number]

/** A scripted part in the demo; cast.ts holds what each does. */
export const castRoles = [
  'emergency',
  'danger',
  'vigilance',
  'caution',
  'caller',
  'silent',
  'dataLost',
  'noHeartRate',
  'lowBattery',
  'unhooked',
] as const
export type CastRole = (typeof castRoles)[number]

export type Location = { readonly name: string; readonly exposure: Exposure; readonly heightMetres: number }

/** Part of a device's life: it falls silent this many minutes after the start (negative: before). */
type MaySilence = { readonly silentFromMinutes?: number }

export type ScenarioGateway = MaySilence & {
  readonly serial: string
  readonly place: string
  readonly latitude: number
  readonly longitude: number
}
export type ScenarioWatcher = MaySilence & {
  readonly serial: string
  readonly place: string
  readonly exposure: Exposure
  /** It has no wet wick: it measures air, humidity and globe, and gives no WBGT. */
  readonly isDry?: boolean
}
export type ScenarioBarometer = MaySilence & { readonly serial: string; readonly place: string }

export type ScenarioPerson = {
  readonly name: string
  readonly age: number
  /** Metabolic class of JIS Z 8504, 0 to 4. */
  readonly workLoadClass: number
  readonly acclimatised: boolean
  /** 0 unfit, 0.5 as most of their age, 1 athletic. */
  readonly fitness: number
  readonly vitalSerial: string
  readonly beltSerial?: string
  /** The barometer the belt is measured against; the first of the site where none is named. */
  readonly barometerSerial?: string
  readonly groupName: string
  readonly homePlace: string
  /** Other places where they sometimes work. */
  readonly otherPlaces?: readonly string[]
  readonly shift?: 'day' | 'night'
  readonly cast?: CastRole
  /** Days before the start on which the part is played; 0, the day itself, where none is given. */
  readonly castDaysAgo?: number
}

/** One site and everything on it that sends. Plain data, so that the demo's seed can write it as JSON. */
export type Scenario = {
  readonly site: { readonly officeId: number; readonly name: string; readonly opensAt: string; readonly closesAt: string }
  readonly assemblyPlace: string
  readonly restPlace: string
  readonly places: readonly Location[]
  readonly gateways: readonly ScenarioGateway[]
  readonly watchers: readonly ScenarioWatcher[]
  readonly barometers: readonly ScenarioBarometer[]
  readonly people: readonly ScenarioPerson[]
}

/** Lists what is wrong with a scenario, one line per fault; empty where it can be played. */
export const faultsOf = (scenario: Scenario): string[] => {
  const places = new Set(scenario.places.map((place) => place.name))
  const barometers = new Set(scenario.barometers.map((barometer) => barometer.serial))
  const named: (readonly [string, string])[] = [
    ['assemblyPlace', scenario.assemblyPlace],
    ['restPlace', scenario.restPlace],
    ...[...scenario.gateways, ...scenario.watchers, ...scenario.barometers].map((device) => [device.serial, device.place] as const),
    ...scenario.people.flatMap((person) => [person.homePlace, ...(person.otherPlaces ?? [])].map((place) => [person.name, place] as const)),
  ]
  return [
    ...named.filter(([, place]) => !places.has(place)).map(([who, place]) => `${who}: no place named ${place}`),
    ...scenario.people.flatMap(({ name, barometerSerial, beltSerial, age }) => [
      ...(barometerSerial !== undefined && !barometers.has(barometerSerial) ? [`${name}: no barometer ${barometerSerial}`] : []),
      ...(beltSerial !== undefined && barometers.size === 0 ? [`${name}: a belt needs a barometer`] : []),
      ...(age >= 15 && age <= 90 ? [] : [`${name}: age ${age}`]),
    ]),
  ]
}

const lists = ['places', 'gateways', 'watchers', 'barometers', 'people'] as const

/** Reads a scenario from JSON; throws one line that says what is wrong with it. */
export const readScenario = (json: string): Scenario => {
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null || !('site' in value)) throw new Error('scenario: no site')
  const missing = lists.filter((list) => !Array.isArray((value as Record<string, unknown>)[list]))
  if (missing.length > 0) throw new Error(`scenario: no list of ${missing.join(', ')}`)
  const scenario = value as Scenario
  const faults = faultsOf(scenario)
  if (faults.length > 0) throw new Error(`scenario: ${faults.slice(0, 3).join('; ')}`)
  return scenario
}
