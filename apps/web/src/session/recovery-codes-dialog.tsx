import { Button } from 'antd'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Copied } from '../organisation/panels/copied.tsx'
import { ShownOnceDialog } from '../organisation/panels/shown-once-dialog.tsx'
import { useShownOnce } from '../organisation/panels/shown-once.ts'
import { productName } from '../platform/brand.tsx'
import { saveFile } from '../platform/save-file.ts'
import { useViewer } from '../platform/viewer.ts'
import styles from './recovery-codes-dialog.module.css'

const use = '1つにつき1回だけ使えます'

const fileOf = (codes: readonly string[]) => `${productName} 回復コード（${use}）\r\n\r\n${codes.join('\r\n')}\r\n`

/** What the printer gets in place of the screen. */
const Sheet = ({ codes }: { readonly codes: readonly string[] }) => {
  const { userName } = useViewer()
  return createPortal(
    <div className={styles['sheet']} aria-hidden="true">
      <h1>{productName} 回復コード</h1>
      <p>
        {location.host}　ログインID <span className="id">{userName}</span>
      </p>
      <p>端末をなくしたときに、確認コードの代わりに使います。{use}。</p>
      <ol>
        {codes.map((code) => (
          <li key={code} className="id">
            {code}
          </li>
        ))}
      </ol>
    </div>,
    document.body,
  )
}

const notKept = {
  body: '回復コードは、もう一度表示できません。控えずに閉じると、端末をなくしたときにログインできなくなります。',
  verb: '控えずに閉じる',
}
// A browser does not say whether anything came out of the printer.
const printed = { body: '印刷できましたか。回復コードは、もう一度表示できません。', verb: '印刷できた' }

type Props = { readonly codes: readonly string[]; readonly onClose: () => void }

/** Recovery codes, this once: to copy, to print or to keep as a file. */
export const RecoveryCodesDialog = ({ codes, onClose }: Props) => {
  const [isPrinted, setPrinted] = useState(false)
  const { keep, close } = useShownOnce(() => (isPrinted ? printed : notKept), onClose)
  const save = () => {
    saveFile('回復コード.txt', new Blob([fileOf(codes)], { type: 'text/plain' }))
    keep()
  }
  return (
    <ShownOnceDialog
      width={560}
      title="回復コード"
      close={close}
      ways={
        <>
          <Button onClick={save}>ファイルに保存</Button>
          <Button
            onClick={() => {
              setPrinted(true)
              print()
            }}
          >
            印刷
          </Button>
        </>
      }
      once={
        <>
          <strong>回復コードが表示されるのは、いまだけです。</strong> 端末をなくしたときに、確認コードの代わりに使います。{use}
          。紙に控えて、端末とは別の場所に保管してください。
        </>
      }
    >
      <Copied label="回復コード" text={codes.join('\n')} onCopied={keep} />
      <Sheet codes={codes} />
    </ShownOnceDialog>
  )
}
