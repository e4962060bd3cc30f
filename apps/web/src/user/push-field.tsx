import { noticeDays, push } from '@mimamori/contract/push'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLines } from '../kit/error-lines.tsx'
import { call } from '../platform/api.ts'
import { CallError, errorLines } from '../platform/call-error.ts'
import { type PushAbility, pushAbility } from '../platform/push-ability.ts'
import { queryOf } from '../platform/query.ts'
import { listenToWorker, switchPushOff, switchPushOn } from '../platform/push.ts'
import { usePhrase } from '../platform/phrases.ts'
import { usePushStatus } from '../platform/use-push.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import styles from './push-field.module.css'

const Steps = ({ steps }: { readonly steps: readonly string[] }) => (
  <ol className={styles['steps']}>
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

type HindranceCause = Exclude<PushAbility, 'able'> | 'noSender'

/** Why this browser cannot receive notices, and what to do about it. */
const Hindrance = ({ cause }: { readonly cause: HindranceCause }) => {
  switch (cause) {
    case 'noSender':
      return <p>{message('pushNoSender')}</p>
    case 'insecure':
      return <p>この接続（http）では、通知を受け取れません。https で始まるアドレスで開いてください。アドレスは管理者に確認してください。</p>
    case 'install':
      return (
        <>
          <p>iPhoneとiPadでは、ホーム画面に置いた「見守り」だけが通知を受け取れます（iOS 16.4 以降）。</p>
          <Steps
            steps={[
              'Safariでこの画面を開き、共有ボタン（四角と上向きの矢印）を押す',
              '「ホーム画面に追加」を選ぶ',
              'ホーム画面の「見守り」を開いてログインし、アカウントの画面で「通知を受け取る」を入れる',
            ]}
          />
        </>
      )
    case 'unsupported':
      return <p>このブラウザーは通知に対応していません。Chrome、Edge、Firefox、Safari の新しい版で開いてください。</p>
    case 'blocked':
      return (
        <>
          <p>見守りの通知が、このブラウザーで止められています。</p>
          <Steps
            steps={[
              'アドレスの左の印を押し、「通知」を「許可」に変える（iPhoneは「設定」の「通知」で「見守り」を許可する）',
              'この画面を読み込み直す',
            ]}
          />
        </>
      )
    default:
      return cause satisfies never
  }
}

type TestState = 'none' | 'sent' | 'arrived' | 'missing'

const testWords: Record<TestState, string> = {
  none: '',
  sent: '送りました。届くのを待っています。',
  arrived: 'この端末に届きました。',
  missing: 'まだ届きません。端末のおやすみモードと節電、ブラウザーの通知の設定を確かめてください。',
}
const longestWayMs = 20_000

/** Sends oneself a notice, and says whether this browser got it. */
const TryOut = () => {
  const [state, setState] = useState<TestState>('none')
  const phrase = usePhrase()
  const sending = useSingleMutation({
    mutationFn: () => call(push.test),
    onSuccess: ({ queued }) => setState(queued ? 'sent' : 'missing'),
  })
  useEffect(() => listenToWorker((news) => news.kind === 'pushed' && news.tag === 'test' && setState('arrived')), [])
  useEffect(() => {
    if (state !== 'sent') return undefined
    const timer = setTimeout(() => setState('missing'), longestWayMs)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <>
      <div>
        <Button loading={sending.isPending} onClick={() => sending.mutate()}>
          {phrase('自分に試しに送る')}
        </Button>
      </div>
      <p role="status">{phrase(testWords[state])}</p>
      {sending.error !== null && <ErrorLines lines={errorLines(sending.error)} />}
    </>
  )
}

// What the browser itself says of a refusal is English and for developers.
const linesOf = (error: Error) => (error instanceof CallError ? error.lines : [{ row: null, text: message('pushRefused') }])

/** Notices in this browser: on or off, what hinders them, a try. */
export const PushField = () => {
  const { userId, standing, setStanding } = usePushStatus()
  const id = useId()
  const phrase = usePhrase()
  const { t } = useTranslation('texts')
  const [ability, setAbility] = useState(pushAbility)
  const { data: server } = useQuery(queryOf(push.state, {}))
  const changing = useSingleMutation({
    mutationFn: (on: boolean) => (on ? switchPushOn(userId) : switchPushOff()),
    onSuccess: setStanding,
    onSettled: () => setAbility(pushAbility()),
  })
  const isSenderless = standing === 'noSender' || server?.publicKey === null
  const cause = isSenderless && ability === 'able' ? 'noSender' : ability
  if (cause !== 'able')
    return (
      <div className={styles['field']}>
        <Hindrance cause={cause} />
      </div>
    )
  const isOn = standing === 'on' || standing === 'restored'
  return (
    <div className={styles['field']}>
      <label className={styles['switch']} htmlFor={id}>
        <Switch id={id} checked={isOn} loading={changing.isPending} onChange={(on) => changing.mutate(on)} />
        {phrase('通知を受け取る')}
      </label>
      <p className={styles['note']}>{t('common.account.receiveNote', { days: noticeDays })}</p>
      {standing === 'lost' && changing.error === null && <p>通知が止まっています。「通知を受け取る」をもう一度入れてください。</p>}
      {changing.error !== null && <ErrorLines lines={linesOf(changing.error)} />}
      {isOn && <TryOut />}
    </div>
  )
}
