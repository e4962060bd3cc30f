import { screens } from '@mimamori/contract/screens'
import { PageTitle } from '../kit/page-title.tsx'
import { useViewer } from '../platform/viewer.ts'
import styles from './account-security-screen.module.css'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'

/** /account-security: how one signs in, and where one is signed in. A person who must set up a second factor comes here first. */
export const AccountSecurityScreen = () => {
  const isOwed = useViewer().owed.includes('secondFactor')
  return (
    <div className={styles['screen']}>
      <PageTitle {...(isOwed ? {} : { back: screens.account })} />
      <SecondFactorPart />
      {!isOwed && <OwnSessions />}
    </div>
  )
}
