import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined'
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { BrandMark, copyright, productName } from '../platform/brand.tsx'
import { usePhrase } from '../platform/phrases.ts'
import { Menu } from './menu.tsx'
import styles from './sidebar.module.css'

const key = 'sidebarCollapsed'
// Folded, the line is broken where a reader would.
const [before, after] = copyright.split(/(?=システム)/)

/** The menu at the side, 220 px wide or 60 px when folded; the browser remembers which. */
export const Sidebar = () => {
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === '1')
  const phrase = usePhrase()
  const fold = (next: boolean) => {
    localStorage.setItem(key, next ? '1' : '0')
    setFolded(next)
  }
  return (
    <nav aria-label={phrase('メニュー')} className={styles['sidebar']} data-folded={folded}>
      <div className={styles['brand']}>
        <BrandMark size={26} />
        <span className={folded ? 'visually-hidden' : styles['name']}>{productName}</span>
      </div>
      <Menu compact={folded} />
      <div className={styles['foot']}>
        <span className={styles['copyright']}>
          {before}
          <wbr />
          {after}
        </span>
        <Button
          type="text"
          size="small"
          icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={folded ? 'メニューを広げる' : 'メニューをたたむ'}
          aria-expanded={!folded}
          onClick={() => fold(!folded)}
        />
      </div>
    </nav>
  )
}
