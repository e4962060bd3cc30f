import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined'
import { labels } from '@mimamori/contract/labels'
import type { NotificationChannel } from '@mimamori/contract/notification-channel'
import { webhook } from '@mimamori/contract/webhook'
import { Button } from 'antd'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { useOpener } from '../kit/use-opener.ts'
import { CopiedLine } from '../organisation/panels/copied.tsx'
import { useShownOnce } from '../organisation/panels/shown-once.ts'
import { call } from '../platform/api.ts'
import { dayAndClockOf } from '../platform/japan-time.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import styles from './secret-part.module.css'

/** The secret of a webhook that was made just now; `formerUntil` where another one signs beside it until then. */
export type MadeSecret = { readonly id: string; readonly secret: string; readonly formerUntil?: string }

const label = labels.notificationChannel.secrets

const Shown = ({ name, made: { secret, formerUntil } }: { readonly name: string; readonly made: MadeSecret }) => {
  const question = () => ({
    body: `「${name}」の${label}は、もう一度表示できません。コピーせずに移動すると、替えることになります。`,
    verb: 'コピーせずに移動',
  })
  const { keep } = useShownOnce(question, () => undefined)
  return (
    <>
      <CopiedLine label={label} text={secret} onCopied={keep} />
      <p className={styles['once']} role="status">
        <InfoCircleOutlined aria-hidden="true" />
        <span>
          {label}が見えるのは<strong>いまだけ</strong>です。受け取るシステムに設定してください。
          {formerUntil !== undefined && `前の${label}でも、${dayAndClockOf(Date.parse(formerUntil))}まで署名します。`}
        </span>
      </p>
    </>
  )
}

type Props = {
  readonly channel: NotificationChannel
  /** The secret where it was made just now. */
  readonly made: MadeSecret | undefined
  readonly onMade: (made: MadeSecret) => void
}

/** By what a webhook's messages are signed, shown right after it was made and never again; and how what was sent is sent again. */
export const SecretPart = ({ channel: { id, name }, made, onMade }: Props) => {
  const replay = useOpener()
  const rotation = useSingleMutation({
    mutationFn: () => call(webhook.rotate, { params: { id } }),
    onSuccess: onMade,
    onError: (error) => void showFailure(error),
  })
  const rotate = async () => {
    const body = `「${name}」の${label}を替えます。24時間は、前の${label}でも署名します。その間に、受け取るシステムの${label}を替えてください。`
    if (await confirm({ body, verb: '替える' })) rotation.mutate()
  }
  return (
    <div className={styles['part']}>
      {made !== undefined && <Shown key={made.secret} name={name} made={made} />}
      <div className={styles['hidden']}>
        {made === undefined && (
          <>
            <span className={styles['label']}>{label}</span>
            <span>作ったときだけ表示します。</span>
          </>
        )}
        <span className={styles['acts']}>
          <Button loading={rotation.isPending} onClick={() => void rotate()}>
            {label}を替える
          </Button>
          <Button onClick={replay.open}>送り直す</Button>
        </span>
      </div>
      {replay.isOpen && <ReplayDialog id={id} name={name} onClose={replay.close} />}
    </div>
  )
}
