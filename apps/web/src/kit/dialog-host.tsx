import { Button, Modal } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import styles from './dialog-host.module.css'
import { currentDialogs, subscribeDialogs, type Dialog } from './dialogs.ts'
import { heedDoubleClicks } from './double-click.ts'
import { ErrorLines } from './error-lines.tsx'
import { Phrase } from './phrase.tsx'

const ShownDialog = ({ dialog }: { readonly dialog: Dialog }) => {
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

/** Where the dialogs of `confirm`, `showSuccess` and `showFailure` appear. Rendered once, in the shell. */
export const DialogHost = () => {
  useEffect(() => {
    addEventListener('click', heedDoubleClicks, { capture: true })
    return () => removeEventListener('click', heedDoubleClicks, { capture: true })
  }, [])
  const dialogs = useSyncExternalStore(subscribeDialogs, currentDialogs)
  return dialogs.map((dialog) => <ShownDialog key={dialog.id} dialog={dialog} />)
}
