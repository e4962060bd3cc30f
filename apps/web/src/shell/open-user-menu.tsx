import { TranslatedText } from '../kit/translated-text.tsx'
import type { Role } from '@mimamori/contract/role'
import { screens } from '@mimamori/contract/screens'
import { isAmong } from '@mimamori/contract/typed-lists'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { useMenuFocus } from '../kit/use-menu-focus.ts'
import { useSignOut } from '../kit/use-sign-out.ts'
import { go } from '../platform/go.ts'
import { useViewer } from '../platform/viewer.ts'
import { UserButton } from './user-button.tsx'
import { Phrase } from '../kit/phrase.tsx'

/** The menu behind the person's name, open from the start: it is loaded when somebody asks for it. */
export const OpenUserMenu = () => {
  const viewer = useViewer()
  const signOut = useSignOut()
  const { button, dropdown, choose } = useMenuFocus()
  const [open, setOpen] = useState(true)
  return (
    <Dropdown
      {...dropdown}
      open={open}
      onOpenChange={(opens, info) => {
        dropdown.onOpenChange?.(opens, info)
        setOpen(opens)
      }}
      trigger={['click']}
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      menu={{
        items: [
          {
            key: 'account',
            label: <Phrase text={screens.account.title} />,
            onClick: choose(() => void go({ to: screens.account.path })),
          },
          { key: 'data', label: <TranslatedText name="myData.title" />, onClick: choose(() => void go({ to: screens.myData.path })) },
          ...(viewer.card === undefined
            ? [
                {
                  key: 'password',
                  label: <Phrase text={screens.changePassword.title} />,
                  onClick: choose(() => void go({ to: screens.changePassword.path })),
                },
                {
                  key: 'security',
                  label: <Phrase text={screens.accountSecurity.title} />,
                  onClick: choose(() => void go({ to: screens.accountSecurity.path })),
                },
              ]
            : []),
          ...(isAmong<Role>(screens.firstSteps.roles, viewer.roleKey)
            ? [{ key: 'first', label: screens.firstSteps.title, onClick: choose(() => void go({ to: screens.firstSteps.path })) }]
            : []),
          { type: 'divider' },
          { key: 'leave', label: <Phrase text="ログアウト" />, onClick: choose(signOut) },
        ],
      }}
    >
      <UserButton ref={button} />
    </Dropdown>
  )
}
