import type { Plan } from '@mimamori/contract'

/** Below so many people totals reveal values of single people to readers outside. Project choice, decisions/0050. */
export const fewestPeople = 5

/** A plan without what it counts of people: for readers outside of a site with few. */
export const withoutCounts = (plan: Plan): Plan => ({
  ...plan,
  groups: plan.groups.map((group) => ({ ...group, unacclimatised: null })),
  people: [],
})
