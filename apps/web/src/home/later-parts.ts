import { laterInLook } from '../kit/in-look.tsx'

// The homes of those who are not responsible for one group or site.
export const OwnHome = laterInLook(async () => (await import('./own-home.tsx')).OwnHome)
export const UnitHome = laterInLook(async () => (await import('./unit-home.tsx')).UnitHome)
