import DownOutlined from '@ant-design/icons/DownOutlined'
import UserOutlined from '@ant-design/icons/UserOutlined'
import { roleNames } from '@mimamori/contract/role'
import { Button, type ButtonProps } from 'antd'
import type { RefAttributes } from 'react'
import { Phrase } from '../kit/phrase.tsx'
import { useViewer } from '../platform/viewer.ts'
import styles from './user-menu.module.css'

/** The person's name and role, which open their menu. */
export const UserButton = (props: ButtonProps & RefAttributes<HTMLButtonElement>) => {
  const viewer = useViewer()
  return (
    <Button {...props} type="text" aria-haspopup="menu">
      <UserOutlined className={styles['picture']} aria-hidden="true" />
      <span className={styles['name']}>{viewer.displayName}</span>
      <span className={styles['role']}>
        <Phrase text={roleNames[viewer.roleKey]} />
      </span>
      <DownOutlined className={styles['arrow']} aria-hidden="true" />
    </Button>
  )
}
