import { Button, Modal } from 'antd'
import { useRef } from 'react'
import styles from './dialog-host.module.css'
import type { Dialog } from './dialogs.ts'
import { ErrorLines } from './error-lines.tsx'
import { Phrase } from './phrase.tsx'

/** One dialog of `confirm`, `showSuccess` or `showFailure`. */
export const ShownDialog = ({ dialog }: { readonly dialog: Dialog }) => {
  const verb = useRef<HTMLButtonElement>(null)
  const onlyWayOut = dialog.cancel === null
  return (
    <Modal
      open
      // Where nothing moves, the dialog is not shown yet when its button takes the focus, and takes it itself.
      afterOpenChange={(isOpen) => isOpen && onlyWayOut && verb.current?.focus()}
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
        <Button key="verb" ref={verb} type="primary" autoFocus={onlyWayOut} onClick={() => dialog.answer(true)}>
          <Phrase text={dialog.verb} />
        </Button>,
      ]}
    >
      <div className={styles['body']}>{typeof dialog.body === 'string' ? <Phrase text={dialog.body} /> : dialog.body}</div>
      <ErrorLines lines={dialog.lines} />
    </Modal>
  )
}
