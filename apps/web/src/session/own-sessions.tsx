import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { sessions } from '@mimamori/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../platform/texts.ts'
import { TranslatedText } from '../kit/translated-text.tsx'
import { Link } from '@tanstack/react-router'
import { SessionPanel } from '../organisation/accounts/session-panel.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'

/** Where one is signed in oneself. */
export const OwnSessions = () => {
  const { t } = useTranslation()
  const result = useQuery({ ...queryOf(sessions.own, {}), staleTime: 0 })
  return (
    <SessionPanel
      title={t('common.security.sessions')}
      note={
        <>
          <TranslatedText name="common.security.sessionsUnknown" /> <TranslatedText name="common.security.sessionsNote" />{' '}
          <Link to={screens.changePassword.path}>
            <TranslatedText name="common.account.changePassword" />
          </Link>
        </>
      }
      result={result}
      endOne={(sessionId) => call(sessions.endOwn, { params: { sessionId } })}
      whole={{
        verb: <TranslatedText name="common.security.endOthers" />,
        question: message('otherSessionsEndConfirm'),
        end: () => call(sessions.endOthers),
      }}
    />
  )
}
