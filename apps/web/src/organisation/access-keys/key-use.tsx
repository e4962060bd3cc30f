import { endpoints } from '@mimamori/contract/endpoints'
import { lampSignal } from '@mimamori/contract/lamp-signal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clockOf, dateOf } from '../../platform/japan-time.ts'
import { queryOf } from '../../platform/query.ts'
import { Copied } from '../panels/copied.tsx'
import { anyGateway, httpExample, mqttExample, type MadeKey } from './key-examples.ts'
import styles from './secret-dialog.module.css'

const now = () => {
  const at = Date.now()
  return `${dateOf(at)}T${clockOf(at)}:00+09:00`
}

type Props = {
  readonly made: MadeKey
  readonly officeId: number
  /** Called once the secret was copied, alone or in an example. */
  readonly onCopied: () => void
}

/** A new key's id and secret, and how a gateway sends with them. */
export const KeyUse = ({ made, officeId, onCopied }: Props) => {
  const [at] = useState(now)
  const gateways = useQuery(queryOf(endpoints.gateway.list, { query: { officeId, limit: 1 } }))
  const device = gateways.data?.data[0]?.serialNumber ?? anyGateway
  const place = { origin: location.origin, device, at }
  const mqtt = mqttExample(made, place)
  return (
    <>
      <div className={styles['pair']}>
        <Copied label="キーのID" text={made.id} />
        <Copied label="秘密" text={made.secret} onCopied={onCopied} />
      </div>
      <h3 className={styles['title']}>送信の例</h3>
      <p className={styles['note']}>
        そのまま実行すると、親機・子機「{device}」が届いたことになります。人の判定には影響しません。
        {device === anyGateway &&
          gateways.data?.count === 0 &&
          ' この拠点にはまだ親機・子機がありません。登録してから、その番号に置き換えてください。'}
      </p>
      <Copied label="HTTPの例" text={httpExample(made, place)} onCopied={onCopied} />
      {mqtt === undefined ? (
        <p className={styles['note']}>このサーバーは、MQTTを受け付けていません。HTTPで送ってください。</p>
      ) : (
        <Copied label="MQTTの例" text={mqtt} onCopied={onCopied} />
      )}
      <p className={styles['note']}>
        {`警告灯やPLCには、MQTTのトピック「mimamori/v1/${made.id}/signal」か、HTTPの「${lampSignal.read.path}」で、この拠点の今の様子を出せます。`}
      </p>
      {!made.isCollected && (
        <p className={styles['note']}>
          <strong>ブローカーの準備が、まだ終わっていません。</strong>
          MQTTでは、1分ほど待ってから送り始めてください。それまでに送ったデータは届きません。
        </p>
      )}
      {made.mqtt?.hasOwnPasswords === true && (
        <p className={styles['note']}>MQTTで送るには、キーのIDと秘密をブローカー「{made.mqtt.host}」にも登録してください。</p>
      )}
    </>
  )
}
