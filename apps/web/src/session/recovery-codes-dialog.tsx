import { Button, Modal } from 'antd'
import { useState } from 'react'
import { confirm } from '../kit/dialogs.ts'
import { Copied } from '../organisation/copied.tsx'
import { saveFile } from '../platform/save-file.ts'
import styles from './second-factor-part.module.css'

const fileOf = (codes: readonly string[]) => `見守り 回復コード（1つにつき1回だけ使えます）\r\n\r\n${codes.join('\r\n')}\r\n`

type Props = { readonly codes: readonly string[]; readonly onClose: () => void }

/** Recovery codes, this once: to copy, to print or to keep as a file. */
export const RecoveryCodesDialog = ({ codes, onClose }: Props) => {
  const [kept, setKept] = useState(false)
  const keep = (way: () => void) => () => {
    way()
    setKept(true)
  }
  const close = async () => {
    const body = '回復コードは、もう一度表示できません。控えずに閉じると、端末をなくしたときにログインできなくなります。'
    if (kept || (await confirm({ body, verb: '控えずに閉じる', cancel: '戻る' }))) onClose()
  }
  return (
    <Modal
      open
      centered
      width={560}
      title="回復コード"
      closable={false}
      mask={{ closable: false }}
      onCancel={() => void close()}
      footer={
        <>
          <Button onClick={keep(() => saveFile('回復コード.txt', new Blob([fileOf(codes)], { type: 'text/plain' })))}>
            ファイルに保存
          </Button>
          <Button onClick={keep(() => print())}>印刷</Button>
          <Button type="primary" onClick={() => void close()}>
            閉じる
          </Button>
        </>
      }
    >
      <p className={styles['once']}>
        <strong>回復コードが表示されるのは、いまだけです。</strong>{' '}
        端末をなくしたときに、確認コードの代わりに使います。1つにつき1回だけ使えます。紙に控えて、端末とは別の場所に保管してください。
      </p>
      <Copied label="回復コード" text={codes.join('\n')} onCopied={() => setKept(true)} />
    </Modal>
  )
}
