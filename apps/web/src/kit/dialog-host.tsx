import { Button, Modal } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import { usePhrase } from '../platform/phrases.ts'
import styles from './dialog-host.module.css'
import { currentDialogs, subscribeDialogs, type Dialog } from './dialogs.ts'
import { heedDoubleClicks } from './double-click.ts'
import { ErrorLines } from './error-lines.tsx'

const ShownDialog = ({ dialog }: { readonly dialog: Dialog }) => {
  const phrase = usePhrase()
  return (
    <Modal
      open
      centered
      width={460}
      title={phrase(dialog.title)}
      closable={false}
      mask={{ closable: false }}
      styles={{ footer: { marginTop: 20 } }}
      onCancel={() => dialog.answer(false)}
      footer={[
        dialog.cancel !== null && (
          <Button key="cancel" onClick={() => dialog.answer(false)}>
            {phrase(dialog.cancel)}
          </Button>
        ),
        <Button key="verb" type="primary" autoFocus={dialog.cancel === null} onClick={() => dialog.answer(true)}>
          {phrase(dialog.verb)}
        </Button>,
      ]}
    >
      <div className={styles['body']}>{typeof dialog.body === 'string' ? phrase(dialog.body) : dialog.body}</div>
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
