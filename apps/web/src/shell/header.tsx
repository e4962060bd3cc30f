import MenuOutlined from '@ant-design/icons/MenuOutlined'
import { admins } from '@mimamori/contract/role'
import { isAmong } from '@mimamori/contract/typed-lists'
import { Button } from 'antd'
import { useViewer } from '../platform/viewer.ts'
import styles from './header.module.css'
import { JobsIfAny } from './jobs-if-any.tsx'
import { OwnHeader } from './own-header.tsx'
import { Reception } from './reception.tsx'
import { UserMenu } from './user-menu.tsx'

/** Where one is, whether data comes in, who one is. */
export const Header = ({ openMenu }: { readonly openMenu: (() => void) | undefined }) => {
  const { officeName, companyName, roleKey } = useViewer()
  if (roleKey === 'User') return <OwnHeader openMenu={openMenu} />
  return (
    <header className={styles['header']}>
      {openMenu !== undefined && <Button type="text" icon={<MenuOutlined />} aria-label="メニューを開く" onClick={openMenu} />}
      <p className={styles['place']}>
        {officeName !== null && <span className={styles['site']}>{officeName}</span>}
        {companyName !== null && <span className={officeName === null ? styles['site'] : styles['company']}>{companyName}</span>}
        {officeName === null && companyName === null && <span className={styles['site']}>すべての会社</span>}
      </p>
      {isAmong(admins, roleKey) && <JobsIfAny />}
      <Reception />
      <UserMenu />
    </header>
  )
}
