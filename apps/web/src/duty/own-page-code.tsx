import ExpandOutlined from '@ant-design/icons/ExpandOutlined'
import { screens } from '@mimamori/contract/screens'
import { Button, Modal, QRCode } from 'antd'
import { useOpener } from '../kit/use-opener.ts'
import styles from './own-page-code.module.css'

const address = () => `${location.origin}${screens.home.path}#procedure`

const Code = ({ size }: { readonly size: number }) => (
  <QRCode
    size={size}
    value={address()}
    type="svg"
    color="#000000"
    bgColor="#ffffff"
    bordered={false}
    role="img"
    aria-label="本人の画面を開くQRコード"
  />
)

/** The code that opens a worker's own page at the procedures, where they confirm that they have read them. */
export const OwnPageCode = () => {
  const large = useOpener()
  return (
    <aside className={styles['aside']} aria-label="本人が読んで確認する">
      <figure className={styles['code']}>
        <Code size={124} />
      </figure>
      <div>
        <h2>本人が読んで確認する</h2>
        <p>本人の言葉で手順が開きます。「分かりました」を押すと、日時と言語が残ります。</p>
        <p className={styles['others']}>日本語でない人は、こちらも使ってください。</p>
        <Button icon={<ExpandOutlined aria-hidden="true" />} onClick={large.open}>
          大きく出す
        </Button>
      </div>
      {large.isOpen && (
        <Modal open centered width={480} title="本人が読んで確認する" footer={null} onCancel={large.close}>
          <figure className={styles['large']}>
            <Code size={360} />
            <figcaption>スマートフォンで読み取り、作業者証かログインIDで入ってください。</figcaption>
          </figure>
        </Modal>
      )}
    </aside>
  )
}
