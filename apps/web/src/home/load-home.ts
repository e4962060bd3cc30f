import { admins, type Role } from '@mimamori/contract/role'
import { isAmong } from '@mimamori/contract/typed-lists'
import { isNarrow } from '../platform/narrow.ts'
import { knownViewer } from '../platform/viewer.ts'
import { OwnHome, UnitHome } from './later-parts.ts'
import { AdminNotices, PeopleTable } from './responder-parts.ts'

const partOf = (role: Role | undefined) => {
  if (role === 'User') return OwnHome
  return role === 'AdminUnitService' || role === 'AdminUnitContract' ? UnitHome : undefined
}

/** Loads the home screen, together with what only the viewer's role or the width of the window needs. */
export const loadHome = async () => {
  const role = knownViewer()?.roleKey
  const table = role === 'User' || isNarrow() ? undefined : PeopleTable
  const notices = role !== undefined && isAmong(admins, role) ? AdminNotices : undefined
  const parts = [partOf(role), table, notices].map((part) => part?.preload())
  const [{ HomeScreen }] = await Promise.all([import('./home-screen.tsx'), ...parts])
  return { HomeScreen }
}
