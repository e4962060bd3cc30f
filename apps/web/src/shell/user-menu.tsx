import DownOutlined from '@ant-design/icons/DownOutlined'
import UserOutlined from '@ant-design/icons/UserOutlined'
import { type Role, roleNames } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import { isAmong } from '@mimamori/contract/typed-lists'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMenuFocus } from '../kit/use-menu-focus.ts'
import { useSignOut } from '../kit/use-sign-out.ts'
import { usePhrase } from '../platform/phrases.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './user-menu.module.css'

/** The person's name, and what concerns only them. */
export const UserMenu = () => {
  const viewer = useViewer()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const phrase = usePhrase()
  const { t } = useTranslation('texts')
  const { button, dropdown, choose } = useMenuFocus()
  return (
    <Dropdown
      {...dropdown}
      trigger={['click']}
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      menu={{
        items: [
          { key: 'account', label: phrase(screens.account.title), onClick: choose(() => void navigate({ to: screens.account.path })) },
          { key: 'data', label: t('myData.title'), onClick: choose(() => void navigate({ to: screens.myData.path })) },
          ...(viewer.card === undefined
            ? [
                {
                  key: 'password',
                  label: phrase(screens.changePassword.title),
                  onClick: choose(() => void navigate({ to: screens.changePassword.path })),
                },
                {
                  key: 'security',
                  label: phrase(screens.accountSecurity.title),
                  onClick: choose(() => void navigate({ to: screens.accountSecurity.path })),
                },
              ]
            : []),
          ...(isAmong<Role>(screens.firstSteps.roles, viewer.roleKey)
            ? [{ key: 'first', label: screens.firstSteps.title, onClick: choose(() => void navigate({ to: screens.firstSteps.path })) }]
            : []),
          { type: 'divider' },
          { key: 'leave', label: phrase('ログアウト'), onClick: choose(signOut) },
        ],
      }}
    >
      <Button ref={button} type="text" aria-haspopup="menu">
        <UserOutlined className={styles['picture']} aria-hidden="true" />
        <span className={styles['name']}>{viewer.displayName}</span>
        <span className={styles['role']}>{phrase(roleNames[viewer.roleKey])}</span>
        <DownOutlined className={styles['arrow']} aria-hidden="true" />
      </Button>
    </Dropdown>
  )
}
