import { useViewer } from '../platform/viewer.ts'
import styles from './home-screen.module.css'
import { OwnHome, UnitHome } from './later-parts.ts'
import { ResponderHome } from './responder-home.tsx'

const HomeOf = () => {
  const { roleKey, officeId, groupId } = useViewer()
  switch (roleKey) {
    case 'AdminUnitService':
    case 'AdminUnitContract':
      return <UnitHome />
    case 'HeadquartersAdmin':
      return <ResponderHome scope={{ officeId: officeId ?? undefined, groupId: undefined }} whole={false} withBase={false} />
    case 'GroupLeader':
    case 'GroupSubLeader':
      return <ResponderHome scope={{ officeId: officeId ?? undefined, groupId: groupId ?? undefined }} whole withBase={false} />
    case 'User':
      return <OwnHome />
    default:
      return roleKey satisfies never
  }
}

/** /home: what the viewer needs first, by role. */
export const HomeScreen = () => {
  const { groupName, roleKey } = useViewer()
  const leads = roleKey === 'GroupLeader' || roleKey === 'GroupSubLeader'
  return (
    <>
      <h1 className={leads && groupName !== null ? styles['group'] : 'visually-hidden'} tabIndex={-1}>
        {leads && groupName !== null ? groupName : 'ホーム'}
      </h1>
      <HomeOf />
    </>
  )
}
