import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { sessions } from '@mimamori/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SessionPanel } from '../organisation/accounts/session-panel.tsx'
import { call } from '../platform/api.ts'
import { queryOf } from '../platform/query.ts'

/** Where one is signed in oneself. */
export const OwnSessions = () => {
  const result = useQuery({ ...queryOf(sessions.own, {}), staleTime: 0 })
  return (
    <SessionPanel
      title="ログイン中の端末"
      note={
        <>
          見覚えのない端末があれば、ログインを終えて、<Link to={screens.changePassword.path}>パスワードを変更</Link>
          してください。ログインは長くて30日で切れます。最後に使った時刻は、15分ほど遅れて変わります。
        </>
      }
      result={result}
      endOne={(sessionId) => call(sessions.endOwn, { params: { sessionId } })}
      whole={{
        verb: 'ほかの端末のログインをすべて終える',
        question: message('otherSessionsEndConfirm'),
        end: () => call(sessions.endOthers),
      }}
    />
  )
}
