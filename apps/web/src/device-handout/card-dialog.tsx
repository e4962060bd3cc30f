import { wear, type WearerOfDay } from '@mimamori/contract/wear'
import { pinWindowMinutes, type PinState, workerCard } from '@mimamori/contract/worker-card'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { Button, Modal, QRCode } from 'antd'
import { useState } from 'react'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { DownloadButton } from '../kit/download-button.tsx'
import { notify } from '../kit/notify.ts'
import { call } from '../platform/api.ts'
import { clockOf } from '../platform/japan-time.ts'
import { queryClient } from '../platform/query.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import styles from './card-dialog.module.css'

type Holder = Pick<WearerOfDay, 'userId' | 'fullName' | 'pin' | 'pinUntil'>

const untilOf = (pinUntil: string | null): string => (pinUntil === null ? '' : `${clockOf(Date.parse(pinUntil))}まで`)

const stateWords: Record<PinState, (until: string) => string> = {
  noCard: () => 'ログインに使える作業者証を、まだ印刷していません。',
  none: () => 'PINは、まだありません。作業者証だけではログインできません。',
  open: (until) => `${until}、本人がPINを決められます。ログイン画面の「カードでサインイン」から、いま決めてもらってください。`,
  set: () => 'PINが決まっています。作業者証とPINでログインできます。',
  locked: (until) => `PINの誤りが続いたため、${until}ロックされています。`,
}

const renewDay = () => queryClient.invalidateQueries({ queryKey: [wear.day.path] })

/** The card of a person and its PIN: it is printed, replaced, and its PIN allowed to be chosen in one's presence. */
export const CardDialog = ({
  holder,
  officeId,
  onClose,
}: {
  readonly holder: Holder
  readonly officeId: number
  readonly onClose: () => void
}) => {
  const { userId, fullName, pin, pinUntil } = holder
  const [shown, setShown] = useState<AnswerOf<typeof workerCard.show>>()
  const allow = useSingleMutation({
    mutationFn: () => call(workerCard.allowPin, { body: { userId } }),
    onSuccess: async ({ until }) => {
      await renewDay()
      notify.success(`${fullName}さんは、${clockOf(Date.parse(until))}までPINを決められます。`)
    },
    onError: (error) => void showFailure(error),
  })
  const reissue = useSingleMutation({
    mutationFn: () => call(workerCard.reissue, { body: { userId } }),
    onSuccess: async () => {
      setShown(undefined)
      await renewDay()
      notify.success('新しい作業者証を作りました。印刷して渡してください。')
    },
    onError: (error) => void showFailure(error),
  })
  const show = useSingleMutation({
    mutationFn: () => call(workerCard.show, { body: { officeId, userId } }),
    onSuccess: async (card) => {
      setShown(card)
      await renewDay()
    },
    onError: (error) => void showFailure(error),
  })
  const hasPin = pin === 'set' || pin === 'locked'
  const askAllow = async () => {
    const body = `${fullName}さんのいまのPINを消します。新しいPINを、${pinWindowMinutes}分のうちに本人が決めます。`
    if (!hasPin || (await confirm({ body, verb: 'PINを決め直す' }))) allow.mutate()
  }
  const askReissue = async () => {
    const body = `${fullName}さんのいまの作業者証は、貸出にもログインにも使えなくなります。PINも消えます。`
    if (await confirm({ body, verb: '作り直す' })) reissue.mutate()
  }
  return (
    <Modal open centered width={420} title={`${fullName}さんの作業者証`} onCancel={onClose} footer={null}>
      <div className={styles['fields']}>
        <p role="status">{stateWords[pin](untilOf(pinUntil))}</p>
        {pin !== 'noCard' && (
          <Button type="primary" size="large" block loading={allow.isPending} onClick={() => void askAllow()}>
            {hasPin ? '本人にPINを決め直してもらう' : `本人にPINを決めてもらう（${pinWindowMinutes}分）`}
          </Button>
        )}
        <DownloadButton
          label="作業者証を印刷（PDF）"
          endpoint={wear.labels}
          input={{ query: { officeId, kind: 'worker', userId, sheet: '10' } }}
          fileName="作業者証.pdf"
          onSaved={() => void renewDay()}
        />
        {shown === undefined ? (
          <Button size="large" block loading={show.isPending} onClick={() => show.mutate()}>
            QRコードを画面に出す
          </Button>
        ) : (
          <figure className={styles['shown']}>
            <QRCode
              size={208}
              value={shown.text}
              type="svg"
              color="#000000"
              bgColor="#ffffff"
              bordered={false}
              role="img"
              aria-label={`${fullName}さんの作業者証のQRコード`}
            />
            <figcaption>
              サインイン番号 <span className="id">{shown.signInNumber.replaceAll('-', '\u2011')}</span>
            </figcaption>
          </figure>
        )}
        {pin !== 'noCard' && (
          <Button size="large" block loading={reissue.isPending} onClick={() => void askReissue()}>
            なくしたので作り直す
          </Button>
        )}
        <p className={styles['note']}>
          PINの許可は、本人が目の前にいるときだけ行ってください。カードを写した他人に決められるのを防ぎます。
        </p>
      </div>
    </Modal>
  )
}
