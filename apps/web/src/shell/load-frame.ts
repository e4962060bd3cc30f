import { Sidebar } from './later-parts.ts'
import { isWide } from './use-wide.ts'

/** Loads the frame, and beside it the menu where there is room for it. */
export const loadFrame = async () => {
  const [{ Frame }] = await Promise.all([import('./frame.tsx'), isWide() ? Sidebar.preload() : undefined])
  return { Frame }
}
