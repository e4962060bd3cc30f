import type { SiteDay } from '@mimamori/contract/company-day'
import type { ShownAlert } from './site-public-alerts.tsx'

/** So many sites are named; of more there is the number. */
const mostNames = 3

const namesOf = (sites: readonly SiteDay[]): string => {
  const others = sites.length - mostNames
  const names = sites.slice(0, mostNames).map(({ officeName }) => officeName)
  return `${names.join('、')}${others > 0 ? `、ほか${others}拠点` : ''}`
}

const byGravity = (one: ShownAlert, other: ShownAlert): number =>
  one.day.localeCompare(other.day) || Number(other.level === 'special') - Number(one.level === 'special')

/** What is announced for the sites of a company: each alert once, with its sites where it is not for all of them. */
export const alertsBySite = (sites: readonly SiteDay[]): ShownAlert[] => {
  const announced = sites.flatMap((site) => site.publicAlerts.map((alert) => ({ site, alert })))
  const groups = Map.groupBy(announced, ({ alert }) => `${alert.day} ${alert.level} ${alert.area}`)
  return [...groups.values()]
    .flatMap((group): ShownAlert[] => {
      const [first] = group
      if (first === undefined) return []
      return [{ ...first.alert, ...(group.length < sites.length && { sites: namesOf(group.map(({ site }) => site)) }) }]
    })
    .toSorted(byGravity)
}
