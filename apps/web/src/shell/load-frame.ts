import { knownViewer } from '../platform/viewer.ts'
import { OwnHeader } from './later-header.ts'
import { Sidebar } from './later-parts.ts'
import { isWide } from './use-wide.ts'

/** Loads the frame, and beside it the menu where there is room for it, and the header of a worker. */
export const loadFrame = async () => {
  const header = knownViewer()?.roleKey === 'User' ? OwnHeader.preload() : undefined
  const [{ Frame }] = await Promise.all([import('./frame.tsx'), isWide() ? Sidebar.preload() : undefined, header])
  return { Frame }
}
