import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { confirm, giveFocusBack, showFailure } from '../../kit/dialogs.ts'
import { notify } from '../../kit/notify.ts'
import { call } from '../../platform/api.ts'
import { queryClient, queryOf } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'
import { SecondFactorState } from './second-factor-state.tsx'
import { SessionPanel } from './session-panel.tsx'
import { PanelPart, TitledPanel } from '../panels/titled-panel.tsx'
import { askToUnlock, loginInBrackets } from './unlock-button.tsx'

type Person = {
  readonly userId: number
  readonly userName: string
  readonly fullName: string
  readonly isLockedOut: boolean
  readonly isDisabled: boolean
  readonly hasSecondFactor: boolean
}

const words = {
  disable: { verb: 'アカウントを停止する', question: 'disableConfirm', hint: 'disableHint', done: 'disabled' },
  enable: { verb: 'アカウントを再開する', question: 'enableConfirm', hint: 'enableHint', done: 'enabled' },
} as const

type AccountStateProps = { readonly person: Person; readonly onChanged: () => unknown }

/** Whether somebody may sign in, and the button that changes it. */
const Disabling = ({ person, onChanged }: AccountStateProps) => {
  const { userId, fullName, isDisabled: wasDisabled } = person
  const viewer = useViewer()
  const [isDisabled, setDisabled] = useState(wasDisabled)
  const way = isDisabled ? 'enable' : 'disable'
  const { verb, question, hint, done } = words[way]
  const change = async () => {
    if (!(await confirm({ body: `${message(question, { name: fullName, code: loginInBrackets(person) })}\n${message(hint)}`, verb })))
      return
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
    <PanelPart name="停止" button={userId !== viewer.userId && <Button onClick={() => void change()}>{verb}</Button>}>
      {isDisabled ? '停止しています。ログインできず、アラートのメールと通知も届きません。' : '停止していません。'}
    </PanelPart>
  )
}

/** Whether wrong passwords keep somebody out, and the button that lets them in again. */
const Locking = ({ person }: { readonly person: Person }) => {
  const [isLockedOut, setLocked] = useState(person.isLockedOut)
  const unlock = async () => {
    if (!(await askToUnlock(person))) return
    flushSync(() => setLocked(false))
    // The button that had the focus is gone.
    giveFocusBack(null)
  }
  return (
    <PanelPart name="ロック" button={isLockedOut && <Button onClick={() => void unlock()}>ロックを解除する</Button>}>
      {isLockedOut ? 'ロックされています。パスワードかコードの誤りが続いたためです。時間がたつと解けます。' : 'ロックされていません。'}
    </PanelPart>
  )
}

/**
 * What is done to somebody's account beside its form: where they are signed in, and whether they may sign in at all. It is
 * kept apart from the form, whose draft must not be lost.
 */
export const AccountState = ({ person }: { readonly person: Person }) => {
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
          question: message('sessionsEndConfirm', { name: fullName, code: loginInBrackets(person) }),
          end: () => call(endpoints.sessions.endAllOfPerson, { params }),
        }}
      />
      <TitledPanel title="アカウントの状態">
        <Locking person={person} />
        <SecondFactorState person={person} onChanged={result.refetch} />
        <Disabling person={person} onChanged={result.refetch} />
      </TitledPanel>
    </>
  )
}
