import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { type Owed, owedWords } from '@mimamori/contract/owed'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Banner } from '../kit/banner.tsx'
import { DialogHost } from '../kit/dialog-host.tsx'
import { Notices } from '../kit/notices.tsx'
import { LanguageSwitch } from '../kit/language-switch.tsx'
import { useSettled } from '../kit/use-settled.ts'
import { EmergencySign } from '../marks/emergency-sign.tsx'
import { BrandMark, productName } from '../platform/brand.tsx'
import { chooseOwnLanguage } from '../platform/language.ts'
import { useLogOut } from '../platform/log-out.ts'
import { queryOf } from '../platform/query.ts'
import { renewViewer, useViewer } from '../platform/viewer.ts'
import { MainPane } from './main-pane.tsx'
import { useArrivedPath } from './use-arrived-path.ts'
import styles from './owing-frame.module.css'
import { Phrase } from '../kit/phrase.tsx'

const refreshMs = 15_000

/** Shows that somebody waits for help: the person who cannot answer yet may be the only one here. */
const Waiting = () => {
  const { data } = useQuery({ ...queryOf(endpoints.alert.waiting, {}), refetchInterval: refreshMs })
  if (data === undefined || data.count === 0) return null
  return (
    <p role="alert" className={styles['waiting']}>
      <EmergencySign size={28} pulses />
      {message('emergenciesWait', { count: data.count })}
    </p>
  )
}

/** Continues once another tab has settled it. */
const useSettledInOtherTab = (owed: Owed): void => {
  const proceed = useSettled()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') return
      // Without a connection it stays as it is.
      renewViewer().then(
        (viewer) => viewer.owed[0] !== owed && proceed(),
        () => undefined,
      )
    }
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [owed, proceed])
}

/**
 * The frame of the screen on which somebody settles what they must settle first: who they are, why they are here, and the way out. No
 * menu, banner or stream, whose calls would be refused; of emergencies only that there are some.
 */
export const OwingFrame = ({ owed }: { readonly owed: Owed }) => {
  const viewer = useViewer()
  const { displayName, roleKey } = viewer
  const logOut = useLogOut(true)
  useSettledInOtherTab(owed)
  return (
    <div className={styles['frame']}>
      {roleKey !== 'User' && <Waiting />}
      <header className={styles['header']}>
        <span className={styles['brand']}>
          <BrandMark size={24} />
          {productName}
        </span>
        <span className={styles['name']}>{displayName}</span>
        {roleKey === 'User' && <LanguageSwitch onChoose={(chosen) => void chooseOwnLanguage(viewer, chosen)} />}
        <Button onClick={logOut}>
          <Phrase text="ログアウト" />
        </Button>
      </header>
      <MainPane arrived={useArrivedPath()}>
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
