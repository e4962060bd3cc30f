import { message } from '@mimamori/contract/messages'
import { type Owed, owedWords } from '@mimamori/contract/owed'
import { Outlet } from '@tanstack/react-router'
import { Button } from 'antd'
import { Banner } from '../kit/banner.tsx'
import { DialogHost } from '../kit/dialog-host.tsx'
import { Notices } from '../kit/notices.tsx'
import { BrandMark, productName } from '../platform/brand.tsx'
import { useLogOut } from '../platform/log-out.ts'
import { useViewer } from '../platform/viewer.ts'
import { MainPane } from './main-pane.tsx'
import styles from './owing-frame.module.css'

/**
 * What stands around the screen that settles what somebody owes: who they are, why they are here, and the way out. No
 * menu, banner or stream, whose calls would be refused.
 */
export const OwingFrame = ({ owed }: { readonly owed: Owed }) => {
  const { displayName } = useViewer()
  const logOut = useLogOut(true)
  return (
    <div className={styles['frame']}>
      <header className={styles['header']}>
        <span className={styles['brand']}>
          <BrandMark size={24} />
          {productName}
        </span>
        <span className={styles['name']}>{displayName}</span>
        <Button onClick={logOut}>ログアウト</Button>
      </header>
      <MainPane>
        <div className={styles['why']}>
          <Banner kind="prompt">{message(owedWords[owed])}</Banner>
        </div>
        <Outlet />
      </MainPane>
      <Notices />
      <DialogHost />
    </div>
  )
}
