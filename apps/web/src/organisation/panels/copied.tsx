import CheckOutlined from '@ant-design/icons/CheckOutlined'
import CopyOutlined from '@ant-design/icons/CopyOutlined'
import { Button, Input } from 'antd'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../kit/notify.ts'
import { TranslatedText } from '../../kit/translated-text.tsx'
import styles from './copied.module.css'

type CopiedProps = { readonly label: string; readonly text: string; readonly onCopied?: () => void }

/** Puts a text on the clipboard; false if the browser does not allow scripts to, as on addresses without https. */
const copyText = async (text: string): Promise<boolean> =>
  'clipboard' in navigator &&
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )

/** A text to take along, with a button that copies it, or marks it where the browser lets only people copy. */
export const Copied = ({ label, text, onCopied }: CopiedProps) => {
  const id = useId()
  const { t } = useTranslation('texts')
  const area = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState(false)
  const note = () => {
    setDone(true)
    onCopied?.()
  }
  const copy = async () => {
    if (await copyText(text)) return note()
    area.current?.querySelector('textarea')?.select()
    notify.news(t('common.security.selected'))
  }
  return (
    <div ref={area} className={styles['copied']}>
      <div className={styles['head']}>
        <label htmlFor={id}>{label}</label>
        <Button
          size="small"
          icon={done ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
          aria-label={t(done ? 'common.security.copyAgain' : 'common.security.copyNamed', { label })}
          onClick={() => void copy()}
        >
          <TranslatedText name={done ? 'common.security.copied' : 'common.security.copy'} />
        </Button>
      </div>
      <Input.TextArea id={id} readOnly autoSize spellCheck={false} className={styles['text'] ?? ''} value={text} onCopy={note} />
    </div>
  )
}
