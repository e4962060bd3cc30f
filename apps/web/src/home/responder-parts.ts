import { later } from '../kit/later.tsx'

// On a phone people are cards, not a table; and most sites have begun long ago.
export const PeopleTable = later(async () => (await import('./people-table.tsx')).PeopleTable)
export const FirstSteps = later(async () => (await import('../organisation/first-steps/first-steps.tsx')).FirstSteps)
