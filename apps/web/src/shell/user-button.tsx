import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined'
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined'
import { roleNames } from '@mimamori/contract/role'
import type { ComponentProps } from 'react'
import { Phrase } from '../kit/phrase.tsx'
import { useViewer } from '../platform/viewer.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './user-menu.module.css'

/** The person's name and role, which open their menu. */
export const UserButton = (props: ComponentProps<typeof PlainButton>) => {
  const viewer = useViewer()
  return (
    <PlainButton {...props} kind="text" aria-haspopup="menu">
      <SvgIcon icon={UserOutlined} className={styles['picture']} />
      <span className={styles['name']}>{viewer.displayName}</span>
      <span className={styles['role']}>
        <Phrase text={roleNames[viewer.roleKey]} />
      </span>
      <SvgIcon icon={DownOutlined} className={styles['arrow']} />
    </PlainButton>
  )
}
