import { later } from '../kit/later.tsx'

// What of the frame not everybody sees, or nobody before a tap.
export const Sidebar = later(async () => (await import('./sidebar.tsx')).Sidebar)
export const MenuDrawer = later(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
export const Jobs = later(async () => (await import('./jobs.tsx')).Jobs)
export const OpenUserMenu = later(async () => (await import('./open-user-menu.tsx')).OpenUserMenu)
export const OwingFrame = later(async () => (await import('./owing-frame.tsx')).OwingFrame)
