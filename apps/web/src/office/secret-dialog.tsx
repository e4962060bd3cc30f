import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { Copied } from '../organisation/panels/copied.tsx'
import { anyGateway, httpExample, mqttExample, type MadeKey } from './key-examples.ts'
import { ShownOnceDialog } from '../organisation/panels/shown-once-dialog.tsx'
import { useShownOnce } from '../organisation/panels/shown-once.ts'
import styles from './secret-dialog.module.css'

const now = () => {
  const at = Date.now()
  return `${dateOf(at)}T${clockOf(at)}:00+09:00`
}

/** The secret of a new key, this once, and how a gateway sends with it. */
export const SecretDialog = ({
  made,
  officeId,
  onClose,
}: {
  readonly made: MadeKey
  readonly officeId: number
  readonly onClose: () => void
}) => {
  const [at] = useState(now)
  const gateways = useQuery(queryOf(endpoints.gateway.list, { query: { officeId, limit: 1 } }))
  const device = gateways.data?.data[0]?.serialNumber ?? anyGateway
  const place = { origin: location.origin, device, at }
  const mqtt = mqttExample(made, place)

  const body = `「${made.name}」の秘密は、もう一度表示できません。コピーせずに閉じると、キーを作り直すことになります。`
  const { keep, close } = useShownOnce(() => ({ body, verb: 'コピーせずに閉じる' }), onClose)

  return (
    <ShownOnceDialog
      width={720}
      title={`受信キー「${made.name}」を作りました`}
      close={close}
      once={
        <>
          <strong>秘密が表示されるのは、いまだけです。</strong> コピーして、送信する機器に設定してください。ほかの人に知らせないでください。
        </>
      }
    >
      <div className={styles['pair']}>
        <Copied label="キーのID" text={made.id} />
        <Copied label="秘密" text={made.secret} onCopied={keep} />
      </div>
      <h3 className={styles['title']}>送信の例</h3>
      <p className={styles['note']}>
        そのまま実行すると、親機・子機「{device}」が届いたことになります。人の判定には影響しません。
        {device === anyGateway &&
          gateways.data?.count === 0 &&
          ' この拠点にはまだ親機・子機がありません。登録してから、その番号に置き換えてください。'}
      </p>
      <Copied label="HTTPの例" text={httpExample(made, place)} onCopied={keep} />
      {mqtt === undefined ? (
        <p className={styles['note']}>このサーバーは、MQTTを受け付けていません。HTTPで送ってください。</p>
      ) : (
        <Copied label="MQTTの例" text={mqtt} onCopied={keep} />
      )}
      {!made.isCollected && (
        <p className={styles['note']}>
          <strong>ブローカーの準備が、まだ終わっていません。</strong>
          MQTTでは、1分ほど待ってから送り始めてください。それまでに送ったデータは届きません。
        </p>
      )}
      {made.mqtt?.hasOwnPasswords === true && (
        <p className={styles['note']}>MQTTで送るには、キーのIDと秘密をブローカー「{made.mqtt.host}」にも登録してください。</p>
      )}
    </ShownOnceDialog>
  )
}
