import { PageTitle } from '../kit/page-title.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** /account-security: how one signs in, and where one is signed in. */
export const AccountSecurityScreen = () => (
  <>
    <PageTitle />
    <OwnSessions />
  </>
)
