import { crewName, type PersonName } from './names.ts'
import type { GroupPlan, NamedPerson, SitePlan } from './site-plan.ts'

/** One worker of the demo with everything that the database and the simulator must agree on. */
export type Member = PersonName & {
  readonly loginId: string
  readonly workerCode: string
  readonly age: number
  readonly group: GroupPlan
  readonly post: 'leader' | 'subLeader' | 'member'
  readonly plan: Partial<NamedPerson>
  readonly homePlace: string
  readonly fitness: number
  readonly newcomer: boolean
  readonly vital: { readonly serial: string; readonly type: 1 | 3 }
  readonly belt: { readonly serial: string; readonly barometer: string } | undefined
}

const ages = [24, 45, 33, 52, 28, 41, 38, 47, 21, 56, 42, 35, 31, 49, 60, 26, 54, 40, 36]
const newcomerEvery = 17
const typeThreeEvery = 6

const postOf = (group: GroupPlan, named: NamedPerson | undefined, position: number): Member['post'] => {
  if (named?.post !== undefined) return named.post
  // Where the plan names no sub-leader, the first unnamed member of the crew is one.
  const isFirstOfCrew = position === group.named.length
  return isFirstOfCrew && !group.named.some(({ post }) => post === 'subLeader') ? 'subLeader' : 'member'
}

/**
 * The workers of a site, the same at every call.
 *
 * @param firstName how many workers the sites before have, so that no name comes twice.
 */
export const crewOf = (site: SitePlan, firstName: number): Member[] => {
  const crew: Member[] = []
  for (const group of site.groups) {
    for (let position = 0; position < group.size; position += 1) {
      const number = crew.length + 1
      const index = firstName + crew.length
      const named = group.named[position]
      const [fullName, furigana] = named?.name ?? []
      const name: PersonName =
        fullName === undefined || furigana === undefined ? crewName(index) : { fullName, furigana, gender: named?.gender ?? 1 }
      const hasTypeThree = number % typeThreeEvery === 0
      const barometer = named?.barometer ?? site.barometers[0]?.serial
      const wearsBelt = group.belts === true || named?.barometer !== undefined
      crew.push({
        ...name,
        loginId: named?.login ?? `${site.baseCode.toLowerCase()}-w${String(number).padStart(3, '0')}`,
        workerCode: `${site.baseCode.slice(0, 2)}${String(number).padStart(4, '0')}`,
        age: named?.age ?? ages[index % ages.length] ?? 40,
        group,
        post: postOf(group, named, position),
        plan: named ?? {},
        homePlace: named?.home ?? group.homes[position % group.homes.length] ?? site.assemblyPlace,
        fitness: 0.25 + ((index * 5) % 9) / 16,
        newcomer: named === undefined && number % newcomerEvery === 0,
        vital: hasTypeThree
          ? { serial: `VT3-${String(site.firstVital + number)}`, type: 3 }
          : { serial: String(site.firstVital + number), type: 1 },
        belt: wearsBelt && barometer !== undefined ? { serial: `B-${String(number).padStart(2, '0')}`, barometer } : undefined,
      })
    }
  }
  return crew
}
