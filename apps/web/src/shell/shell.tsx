import { useCallback, useState, type ReactNode } from 'react'
import { DialogHost } from '../kit/dialog-host.tsx'
import { Notices } from '../kit/notices.tsx'
import { copyright } from '../platform/brand.tsx'
import { EmergencyBanner } from '../emergency/emergency-banner.tsx'
import { useSiteContacts } from '../emergency/use-site-contacts.ts'
import { UndeliveredReports } from '../emergency/undelivered-reports.tsx'
import { useReportSending } from '../platform/action-queue/own-reports.ts'
import { useActionSending } from '../platform/action-queue/own-actions.ts'
import { useDisplayNews } from '../platform/display-news.ts'
import { useViewer } from '../platform/viewer.ts'
import { DatabaseNotices } from './database-notices.tsx'
import { EmergencySlot } from './emergency-slot.tsx'
import { Header } from './header.tsx'
import { MainPane } from './main-pane.tsx'
import { PushKeeper } from './push-keeper.tsx'
import styles from './shell.module.css'
import { SharedSession } from './shared-session.tsx'
import { MenuDrawer, Sidebar } from './later-parts.ts'
import { useShellKeeping } from './use-shell-keeping.ts'
import { UnsentNotice } from './unsent-notice.tsx'
import { useLanguageSending } from './use-language-sending.ts'
import { type MenuName, takeWantedMenu } from './wanted-menu.ts'
import { useWide } from './use-wide.ts'
import { Phrase } from '../kit/phrase.tsx'

type Props = {
  /** The path of the screen that is shown; undefined before the first. */
  readonly arrived: string | undefined
  /** Whose condition is shown. */
  readonly shownPerson?: string | undefined
  /** Called for the button of a menu where there are no menus yet. */
  readonly wantMenu?: (name: MenuName) => void
  readonly children: ReactNode
}

/** Everything around a screen: emergency banner, header, menu, notices, dialogs. */
export const Shell = ({ arrived, shownPerson, wantMenu, children }: Props) => {
  const wide = useWide()
  const { card } = useViewer()
  useDisplayNews()
  useShellKeeping()
  useSiteContacts()
  useActionSending()
  useLanguageSending()
  useReportSending()
  const [drawerOpen, setDrawerOpen] = useState<boolean | undefined>(() => takeWantedMenu('screens') || undefined)
  const hasMenu = wantMenu === undefined
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  return (
    <div className={styles['shell']}>
      <a href="#main" className={styles['skip']}>
        <Phrase text="本文へ移動" />
      </a>
      <EmergencySlot>
        <EmergencyBanner shownPerson={shownPerson} />
      </EmergencySlot>
      {wide && hasMenu && <Sidebar />}
      <Header
        openMenu={wide ? undefined : () => (wantMenu === undefined ? setDrawerOpen(true) : wantMenu('screens'))}
        wantUserMenu={wantMenu && (() => wantMenu('user'))}
      />
      <MainPane arrived={arrived}>
        <SharedSession />
        <DatabaseNotices />
        <UndeliveredReports />
        <UnsentNotice />
        {children}
        {!wide && <footer className={styles['footer']}>{copyright}</footer>}
      </MainPane>
      {!wide && hasMenu && drawerOpen !== undefined && <MenuDrawer open={drawerOpen} close={closeDrawer} />}
      {card === undefined && <PushKeeper />}
      <Notices />
      <DialogHost />
    </div>
  )
}
