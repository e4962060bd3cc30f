import DownOutlined from '@ant-design/icons/DownOutlined'
import UserOutlined from '@ant-design/icons/UserOutlined'
import { roleNames } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useLogOut } from '../platform/log-out.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './user-menu.module.css'

/** The person's name, and what concerns only them. */
export const UserMenu = () => {
  const viewer = useViewer()
  const navigate = useNavigate()
  const logOut = useLogOut()
  return (
    <Dropdown
      trigger={['click']}
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      menu={{
        items: [
          { key: 'account', label: screens.account.title, onClick: () => void navigate({ to: screens.account.path }) },
          { key: 'password', label: screens.changePassword.title, onClick: () => void navigate({ to: screens.changePassword.path }) },
          { key: 'security', label: screens.accountSecurity.title, onClick: () => void navigate({ to: screens.accountSecurity.path }) },
          { type: 'divider' },
          { key: 'leave', label: 'ログアウト', onClick: logOut },
        ],
      }}
    >
      <Button type="text" aria-haspopup="menu">
        <UserOutlined className={styles['picture']} aria-hidden="true" />
        <span className={styles['name']}>{viewer.displayName}</span>
        <span className={styles['role']}>{roleNames[viewer.roleKey]}</span>
        <DownOutlined className={styles['arrow']} aria-hidden="true" />
      </Button>
    </Dropdown>
  )
}
