import { later } from '../kit/later.tsx'
import { laterInLook } from '../kit/in-look.tsx'

// What of the frame not everybody sees, or nobody before a tap.
export const Sidebar = laterInLook(async () => (await import('./sidebar.tsx')).Sidebar)
export const MenuDrawer = laterInLook(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
export const Jobs = laterInLook(async () => (await import('./jobs.tsx')).Jobs)
export const OpenUserMenu = laterInLook(async () => (await import('./open-user-menu.tsx')).OpenUserMenu)
export const OwingFrame = laterInLook(async () => (await import('./owing-frame.tsx')).OwingFrame)
export const DatabaseState = later(async () => (await import('./database-state.tsx')).DatabaseState)
