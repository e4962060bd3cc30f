import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined'
import { connection, type ConnectionDetail } from '@mimamori/contract/connection'
import { labels } from '@mimamori/contract/labels'
import { Button } from 'antd'
import { confirm, showFailure } from '../kit/dialogs.ts'
import { CopiedLine } from '../organisation/panels/copied.tsx'
import { useShownOnce } from '../organisation/panels/shown-once.ts'
import { call } from '../platform/api.ts'
import { useSingleMutation } from '../platform/use-single-mutation.ts'
import { typeNames } from './connection-words.ts'
import styles from './paste-panel.module.css'

/** A connection whose secret was made just now, and that secret. */
export type MadeSecret = { readonly id: string; readonly secret: string }

const label = labels.connection.secret

const Shown = ({ name, secret }: { readonly name: string; readonly secret: string }) => {
  const question = () => ({
    body: `「${name}」の${label}は、もう一度表示できません。コピーせずに移動すると、作り直すことになります。`,
    verb: 'コピーせずに移動',
  })
  const { keep } = useShownOnce(question, () => undefined)
  return (
    <>
      <CopiedLine label={label} text={`Bearer ${secret}`} onCopied={keep} />
      <p className={styles['once']} role="status">
        <InfoCircleOutlined aria-hidden="true" />
        <span>
          {label}が見えるのは<strong>いまだけ</strong>です。なくしたら作り直してください。
        </span>
      </p>
    </>
  )
}

const Hidden = ({ made: { id, name, type }, onMade }: { readonly made: ConnectionDetail; readonly onMade: (made: MadeSecret) => void }) => {
  const renewal = useSingleMutation({
    mutationFn: () => call(connection.renewSecret, { params: { id } }),
    onSuccess: onMade,
    onError: (error) => void showFailure(error),
  })
  const renew = async () => {
    const body = `「${name}」の${label}を作り直します。いまの${label}はすぐに使えなくなり、${typeNames[type]}に新しい${label}を貼るまで、データは届きません。`
    if (await confirm({ body, verb: '作り直す' })) renewal.mutate()
  }
  return (
    <div className={styles['hidden']}>
      <span className={styles['label']}>{label}</span>
      <span>作ったときだけ表示します。</span>
      <Button loading={renewal.isPending} aria-label={`${label}を作り直す`} onClick={() => void renew()}>
        作り直す
      </Button>
    </div>
  )
}

type Props = {
  readonly connection: ConnectionDetail
  /** The secret where it was made just now. */
  readonly secret: string | undefined
  readonly onMade: (made: MadeSecret) => void
}

/** The secret of a connection, visible right after it was made and never again; and the way to a new one. */
export const SecretLine = ({ connection: shown, secret, onMade }: Props) =>
  secret === undefined ? <Hidden made={shown} onMade={onMade} /> : <Shown key={secret} name={shown.name} secret={secret} />
