import { Button, Modal } from 'antd'
import styles from './dialog-host.module.css'
import type { Dialog } from './dialogs.ts'
import { ErrorLines } from './error-lines.tsx'
import { Phrase } from './phrase.tsx'

/** One dialog of `confirm`, `showSuccess` or `showFailure`. */
export const ShownDialog = ({ dialog }: { readonly dialog: Dialog }) => {
  return (
    <Modal
      open
      centered
      width={460}
      title={<Phrase text={dialog.title} />}
      closable={false}
      mask={{ closable: false }}
      styles={{ footer: { marginTop: 20 } }}
      onCancel={() => dialog.answer(false)}
      footer={[
        dialog.cancel !== null && (
          <Button key="cancel" onClick={() => dialog.answer(false)}>
            <Phrase text={dialog.cancel} />
          </Button>
        ),
        <Button key="verb" type="primary" autoFocus={dialog.cancel === null} onClick={() => dialog.answer(true)}>
          <Phrase text={dialog.verb} />
        </Button>,
      ]}
    >
      <div className={styles['body']}>{typeof dialog.body === 'string' ? <Phrase text={dialog.body} /> : dialog.body}</div>
      <ErrorLines lines={dialog.lines} />
    </Modal>
  )
}
