import { TranslatedText } from '../kit/translated-text.tsx'
import DownOutlined from '@ant-design/icons/DownOutlined'
import UserOutlined from '@ant-design/icons/UserOutlined'
import { type Role, roleNames } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import { isAmong } from '@mimamori/contract/typed-lists'
import { useNavigate } from '@tanstack/react-router'
import { Button, Dropdown } from 'antd'
import { useMenuFocus } from '../kit/use-menu-focus.ts'
import { useSignOut } from '../kit/use-sign-out.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './user-menu.module.css'
import { Phrase } from '../kit/phrase.tsx'

/** The person's name, and what concerns only them. */
export const UserMenu = () => {
  const viewer = useViewer()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { button, dropdown, choose } = useMenuFocus()
  return (
    <Dropdown
      {...dropdown}
      trigger={['click']}
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      menu={{
        items: [
          {
            key: 'account',
            label: <Phrase text={screens.account.title} />,
            onClick: choose(() => void navigate({ to: screens.account.path })),
          },
          { key: 'data', label: <TranslatedText name="myData.title" />, onClick: choose(() => void navigate({ to: screens.myData.path })) },
          ...(viewer.card === undefined
            ? [
                {
                  key: 'password',
                  label: <Phrase text={screens.changePassword.title} />,
                  onClick: choose(() => void navigate({ to: screens.changePassword.path })),
                },
                {
                  key: 'security',
                  label: <Phrase text={screens.accountSecurity.title} />,
                  onClick: choose(() => void navigate({ to: screens.accountSecurity.path })),
                },
              ]
            : []),
          ...(isAmong<Role>(screens.firstSteps.roles, viewer.roleKey)
            ? [{ key: 'first', label: screens.firstSteps.title, onClick: choose(() => void navigate({ to: screens.firstSteps.path })) }]
            : []),
          { type: 'divider' },
          { key: 'leave', label: <Phrase text="ログアウト" />, onClick: choose(signOut) },
        ],
      }}
    >
      <Button ref={button} type="text" aria-haspopup="menu">
        <UserOutlined className={styles['picture']} aria-hidden="true" />
        <span className={styles['name']}>{viewer.displayName}</span>
        <span className={styles['role']}>
          <Phrase text={roleNames[viewer.roleKey]} />
        </span>
        <DownOutlined className={styles['arrow']} aria-hidden="true" />
      </Button>
    </Dropdown>
  )
}
