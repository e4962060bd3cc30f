import type { IngestKeyRow } from '@mimamori/contract/ingest-key'
import { lampSignal, signalStaleSeconds } from '@mimamori/contract/lamp-signal'
import { Modal } from 'antd'
import { Copied } from '../panels/copied.tsx'
import styles from './secret-dialog.module.css'

const what =
  '警告灯、PLC、表示板に、この拠点の今の様子（段階、緊急、呼出、安全帯、暑さ、未確認の件数）を出せます。人の名前や測定値は送りません。' +
  'HTTPで数秒ごとに問い合わせるか、MQTTで変わったときに受け取ります。秘密は、キーを作ったときに控えたものを使います。'
const stale =
  `時刻（at）が${signalStaleSeconds}秒より古いときは、今の様子を表していません。緑の灯を消すなどして、見守りが届いていないことが分かるようにしてください。` +
  '確認で消すか、訓練でも点けるかは、マスター設定の「現場の警告灯」で決めます。'

type Props = { readonly row: Pick<IngestKeyRow, 'id' | 'name'>; readonly onClose: () => void }

/** How a warning lamp of the site is connected with a key. */
export const LampDialog = ({ row: { id, name }, onClose }: Props) => (
  <Modal open centered width={640} title={`受信キー「${name}」で警告灯につなぐ`} footer={null} onCancel={onClose}>
    <p className={styles['note']}>{what}</p>
    <Copied label="HTTPの例" text={`curl '${location.origin}${lampSignal.read.path}' \\\n  -H 'Authorization: Bearer ${id}.（秘密）'`} />
    <Copied label="MQTTのトピック" text={`mimamori/v1/${id}/signal`} />
    <p className={styles['note']}>{stale}</p>
  </Modal>
)
