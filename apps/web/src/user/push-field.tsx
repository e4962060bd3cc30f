import { noticeDays, push } from '@mimamori/contract/push'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useEffect, useId, useState } from 'react'
import type { ParseKeys } from 'i18next'
import { ErrorLines } from '../kit/error-lines.tsx'
import { call } from '../platform/api.ts'
import { CallError, errorLines } from '../platform/call-error.ts'
import { type PushAbility, pushAbility } from '../platform/push-ability.ts'
import { queryOf } from '../platform/query.ts'
import { listenToWorker, switchPushOff, switchPushOn } from '../platform/push.ts'
import { usePushStatus } from '../platform/use-push.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import styles from './push-field.module.css'
import { TranslatedText } from '../kit/translated-text.tsx'
import { Phrase } from '../kit/phrase.tsx'

type HindranceCause = Exclude<PushAbility, 'able'> | 'noSender'

/** Why this browser cannot receive notices, and what to do about it. */
const hindrances = {
  noSender: { why: undefined, steps: [] },
  insecure: { why: 'common.push.insecure', steps: [] },
  install: { why: 'common.push.install', steps: ['common.push.share', 'common.push.add', 'common.push.open'] },
  unsupported: { why: 'common.push.unsupported', steps: [] },
  blocked: { why: 'common.push.blocked', steps: ['common.push.allow', 'common.push.reload'] },
} as const satisfies Record<HindranceCause, { readonly why: ParseKeys | undefined; readonly steps: readonly ParseKeys[] }>

const Hindrance = ({ cause }: { readonly cause: HindranceCause }) => {
  const { why, steps } = hindrances[cause]
  return (
    <>
      <p>{why === undefined ? <Phrase text={message('pushNoSender')} /> : <TranslatedText name={why} />}</p>
      {steps.length > 0 && (
        <ol className={styles['steps']}>
          {steps.map((step) => (
            <li key={step}>
              <TranslatedText name={step} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
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
  const sending = useSingleMutation({
    mutationFn: () => {
      setState('none')
      return call(push.test)
    },
    // The notice may be faster than this answer.
    onSuccess: ({ queued }) => setState((now) => (now === 'arrived' ? now : queued ? 'sent' : 'missing')),
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
          <Phrase text="自分に試しに送る" />
        </Button>
      </div>
      <p role="status">
        <Phrase text={testWords[state]} />
      </p>
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
        <Phrase text="通知を受け取る" />
      </label>
      <p className={styles['note']}>
        <TranslatedText name="common.account.receiveNote" values={{ days: noticeDays }} />
      </p>
      {standing === 'lost' && changing.error === null && (
        <p>
          <TranslatedText name="common.push.lost" />
        </p>
      )}
      {changing.error !== null && <ErrorLines lines={linesOf(changing.error)} />}
      {isOn && <TryOut />}
    </div>
  )
}
