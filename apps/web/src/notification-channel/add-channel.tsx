import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { screens } from '@mimamori/contract/screens'
import { keysOf } from '@mimamori/contract/typed-lists'
import { useNavigate } from '@tanstack/react-router'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useOpener } from '../kit/use-opener.ts'
import styles from './add-channel.module.css'
import { type ChannelVariant, typeOf } from './channel-draft.ts'
import { guides } from './channel-guides.tsx'
import { ChannelMark } from './channel-mark.tsx'
import type { MadeSecret } from './secret-part.tsx'
import { NewChannelDialog } from './new-channel-dialog.tsx'

const variants = keysOf(guides)

type ChoiceProps = { readonly onChoose: (variant: ChannelVariant) => void; readonly onClose: () => void }

/** Which service the new channel is at; that decides what it needs. */
const VariantDialog = ({ onChoose, onClose }: ChoiceProps) => (
  <Modal
    open
    centered
    width={520}
    title="通知先を追加"
    mask={{ closable: false }}
    onCancel={onClose}
    footer={<Button onClick={onClose}>やめる</Button>}
  >
    <p className={styles['ask']}>どこに知らせますか。</p>
    <ul className={styles['variants']}>
      {variants.map((variant) => (
        <li key={variant}>
          <button type="button" className={styles['variant']} onClick={() => onChoose(variant)}>
            <ChannelMark type={typeOf(variant)} />
            <span>
              <strong className={styles['name']}>{guides[variant].name}</strong>
              <span className={styles['what']}>{guides[variant].what}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  </Modal>
)

/** Adds a channel: first at which service, then what that needs. */
export const AddChannel = ({ onSecret }: { readonly onSecret: (made: MadeSecret) => void }) => {
  const dialog = useOpener()
  const navigate = useNavigate()
  const [variant, setVariant] = useState<ChannelVariant>()
  const close = () => {
    setVariant(undefined)
    dialog.close()
  }
  return (
    <>
      <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open}>
        通知先を追加
      </Button>
      {dialog.isOpen && variant === undefined && <VariantDialog onChoose={setVariant} onClose={close} />}
      {dialog.isOpen && variant !== undefined && (
        <NewChannelDialog
          variant={variant}
          onMade={async ({ id, secret }) => {
            close()
            await navigate({ to: screens.notificationChannel.path, search: { id } })
            if (secret !== undefined) onSecret({ id, secret })
          }}
          onClose={close}
        />
      )}
    </>
  )
}
