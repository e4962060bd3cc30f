import MenuOutlined from '@ant-design/icons-svg/es/asn/MenuOutlined'
import { admins } from '@mimamori/contract/role'
import { isAmong } from '@mimamori/contract/typed-lists'
import { useViewer } from '../platform/viewer.ts'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './header.module.css'
import { JobsIfAny } from './jobs-if-any.tsx'
import { OwnHeader } from './later-header.ts'
import { Reception } from './reception.tsx'
import { UserMenu } from './user-menu.tsx'

type Props = {
  readonly openMenu: (() => void) | undefined
  /** Called for the person's name where there is no menu behind it yet. */
  readonly wantUserMenu: (() => void) | undefined
}

/** Where one is, whether data comes in, who one is. */
export const Header = ({ openMenu, wantUserMenu }: Props) => {
  const { officeName, companyName, roleKey } = useViewer()
  if (roleKey === 'User') return <OwnHeader openMenu={openMenu} />
  return (
    <header className={styles['header']}>
      {openMenu !== undefined && <PlainButton kind="text" icon={MenuOutlined} aria-label="メニューを開く" onClick={openMenu} />}
      <p className={styles['place']}>
        {officeName !== null && <span className={styles['site']}>{officeName}</span>}
        {companyName !== null && <span className={officeName === null ? styles['site'] : styles['company']}>{companyName}</span>}
        {officeName === null && companyName === null && <span className={styles['site']}>すべての会社</span>}
      </p>
      {isAmong(admins, roleKey) && <JobsIfAny />}
      <Reception />
      <UserMenu want={wantUserMenu} />
    </header>
  )
}
