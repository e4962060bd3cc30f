import { later } from '../kit/later.tsx'

// Whose home has them; on a phone people are cards, not a table.
export const OwnHome = later(async () => (await import('./own-home.tsx')).OwnHome)
export const UnitHome = later(async () => (await import('./unit-home.tsx')).UnitHome)
export const PeopleTable = later(async () => (await import('./people-table.tsx')).PeopleTable)
export const FirstSteps = later(async () => (await import('../organisation/first-steps/first-steps.tsx')).FirstSteps)
