import { later } from '../kit/later.tsx'
import { laterInLook } from '../kit/in-look.tsx'

// On a phone people are cards, not a table; and most sites have begun long ago.
export const PeopleTable = later(async () => (await import('./people-table.tsx')).PeopleTable)
export const FirstSteps = laterInLook(async () => (await import('../organisation/first-steps/first-steps.tsx')).FirstSteps)
export const AdminNotices = later(async () => (await import('./admin-notices.tsx')).AdminNotices)
