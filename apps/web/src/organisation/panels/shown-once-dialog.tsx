import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { Phrase } from '../../kit/phrase.tsx'
import styles from './shown-once-dialog.module.css'

type ShownOnceDialogProps = {
  readonly title: ReactNode
  readonly width: number
  /** That it is shown now and never again, and what to do with it. */
  readonly once: ReactNode
  readonly children: ReactNode
  /** Shown before the button that closes it: further ways to keep it. */
  readonly ways?: ReactNode
  /** Of `useShownOnce`. */
  readonly close: () => void
}

/** A dialog that shows something this once: nothing but its button, Escape and Back closes it. */
export const ShownOnceDialog = ({ title, width, once, children, ways, close }: ShownOnceDialogProps) => (
  <Modal
    open
    centered
    width={width}
    title={title}
    closable={false}
    mask={{ closable: false }}
    onCancel={close}
    footer={
      <>
        {ways}
        <Button type="primary" onClick={close}>
          <Phrase text="閉じる" />
        </Button>
      </>
    }
  >
    <p className={styles['once']}>{once}</p>
    {children}
  </Modal>
)
