import { useRouterState } from '@tanstack/react-router'
import { Drawer } from 'antd'
import { useEffect, useRef } from 'react'
import { BrandMark, productName } from '../platform/brand.tsx'
import { usePhrase } from '../platform/phrases.ts'
import { useViewer } from '../platform/viewer.ts'
import { Menu } from './menu.tsx'
import { OwnLinks } from './own-links.tsx'
import styles from './menu-drawer.module.css'

/** The menu where there is no room for a sidebar. It closes when a screen is chosen. */
export const MenuDrawer = ({ open, close }: { readonly open: boolean; readonly close: () => void }) => {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const phrase = usePhrase()
  const { roleKey } = useViewer()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    close()
  }, [close, pathname])
  return (
    <Drawer
      open={open}
      onClose={close}
      placement="left"
      size={260}
      title={
        <span className={styles['brand']}>
          <BrandMark size={24} />
          {productName}
        </span>
      }
      styles={{ body: { padding: '8px 0' }, header: { padding: '12px 16px' } }}
    >
      <nav aria-label={phrase('メニュー')}>
        <Menu compact={false} />
      </nav>
      {roleKey === 'User' && <OwnLinks />}
    </Drawer>
  )
}
