import { Outlet } from '@tanstack/react-router'
import { useCallback, useState, type ReactNode } from 'react'
import { DialogHost } from '../kit/dialog-host.tsx'
import { Notices } from '../kit/notices.tsx'
import { copyright } from '../platform/brand.tsx'
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
import { useCalmPreload } from './use-calm-preload.ts'
import { useShellKeeping } from './use-shell-keeping.ts'
import { UnsentNotice } from './unsent-notice.tsx'
import { useLanguageSending } from './use-language-sending.ts'
import { useWide } from './use-wide.ts'
import { Phrase } from '../kit/phrase.tsx'

/** Everything around a screen: emergency banner, header, menu, notices, dialogs. */
export const Shell = ({ emergency }: { readonly emergency: ReactNode }) => {
  const wide = useWide()
  const { card } = useViewer()
  useDisplayNews()
  useCalmPreload()
  useShellKeeping()
  useSiteContacts()
  useActionSending()
  useLanguageSending()
  useReportSending()
  const [drawerOpen, setDrawerOpen] = useState<boolean>()
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  return (
    <div className={styles['shell']}>
      <a href="#main" className={styles['skip']}>
        <Phrase text="本文へ移動" />
      </a>
      <EmergencySlot>{emergency}</EmergencySlot>
      {wide && <Sidebar />}
      <Header openMenu={wide ? undefined : () => setDrawerOpen(true)} />
      <MainPane>
        <SharedSession />
        <DatabaseNotices />
        <UndeliveredReports />
        <UnsentNotice />
        <Outlet />
        {!wide && <footer className={styles['footer']}>{copyright}</footer>}
      </MainPane>
      {!wide && drawerOpen !== undefined && <MenuDrawer open={drawerOpen} close={closeDrawer} />}
      {card === undefined && <PushKeeper />}
      <Notices />
      <DialogHost />
    </div>
  )
}
