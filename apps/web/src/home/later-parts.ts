import { later } from '../kit/later.tsx'

// The homes of those who are not responsible for one group or site.
export const OwnHome = later(async () => (await import('./own-home.tsx')).OwnHome)
export const UnitHome = later(async () => (await import('./unit-home.tsx')).UnitHome)
