import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { Panel } from '../kit/panel.tsx'
import { call } from '../platform/api.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'
import { FactorStanding } from './factor-standing.tsx'
import styles from './key-panel.module.css'
import { SessionPanel } from './session-panel.tsx'

type Person = { readonly userId: number; readonly fullName: string; readonly isDisabled: boolean; readonly hasSecondFactor: boolean }

const words = {
  disable: { verb: 'アカウントを停止する', question: 'disableConfirm', hint: 'disableHint', done: 'disabled' },
  enable: { verb: 'アカウントを再開する', question: 'enableConfirm', hint: 'enableHint', done: 'enabled' },
} as const

type StandingProps = { readonly person: Person; readonly onChanged: () => unknown }

/** Whether somebody may sign in, and the button that changes it. It is kept apart from the form: its draft must not be lost. */
const Standing = ({ person: { userId, fullName, isDisabled: wasDisabled }, onChanged }: StandingProps) => {
  const id = useId()
  const viewer = useViewer()
  const [isDisabled, setDisabled] = useState(wasDisabled)
  const way = isDisabled ? 'enable' : 'disable'
  const { verb, question, hint, done } = words[way]
  const change = async () => {
    if (!(await confirm({ body: `${message(question, { name: fullName })}\n${message(hint)}`, verb }))) return
    try {
      await call(endpoints.userRole[way], { params: { id: userId } })
      setDisabled(!isDisabled)
      notify.success(message(done))
    } catch (error) {
      void showFailure(error)
    }
    onChanged()
    await queryClient.invalidateQueries({ queryKey: [endpoints.userRole.list.path] })
  }
  return (
    <section aria-labelledby={id} className={styles['place']}>
      <Panel>
        <header className={styles['head']}>
          <div className={styles['names']}>
            <h2 id={id} className={styles['title']}>
              アカウントの停止
            </h2>
            <p className={styles['note']}>
              {isDisabled ? '停止しています。ログインできず、アラートのメールと通知も届きません。' : '停止していません。'}
            </p>
          </div>
          {userId !== viewer.userId && <Button onClick={() => void change()}>{verb}</Button>}
        </header>
      </Panel>
    </section>
  )
}

/** What is done to somebody's account beside its form: where they are signed in, and whether they may sign in at all. */
export const AccountStanding = ({ person }: { readonly person: Person }) => {
  const { userId, fullName } = person
  const params = { id: userId }
  const result = useQuery({ ...queryOf(endpoints.sessions.ofPerson, { params }), staleTime: 0 })
  return (
    <>
      <SessionPanel
        title="ログイン中の端末"
        note="なくした端末や、使わなくなった端末のログインを終えられます。最後に使った時刻は、15分ほど遅れて変わります。"
        result={result}
        endOne={(sessionId) => call(endpoints.sessions.endOfPerson, { params: { ...params, sessionId } })}
        whole={{
          verb: 'すべてのログインを終える',
          question: message('sessionsEndConfirm', { name: fullName }),
          end: () => call(endpoints.sessions.endAllOfPerson, { params }),
        }}
      />
      <FactorStanding person={person} />
      <Standing person={person} onChanged={result.refetch} />
    </>
  )
}
