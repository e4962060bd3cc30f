import CheckOutlined from '@ant-design/icons/CheckOutlined'
import CopyOutlined from '@ant-design/icons/CopyOutlined'
import { Button, Input } from 'antd'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '../../platform/texts.ts'
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

/** How a text is copied: by its button, or, where the browser lets only people copy, marked within `area`. */
export const useCopying = ({ text, onCopied }: Omit<CopiedProps, 'label'>) => {
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState(false)
  const note = () => {
    setDone(true)
    onCopied?.()
  }
  const copy = async () => {
    if (await copyText(text)) return note()
    area.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('textarea, input')?.select()
    notify.news(t('common.security.selected'))
  }
  return { id: useId(), area, done, note, copy }
}

type CopyButtonProps = { readonly label: string; readonly done: boolean; readonly copy: () => Promise<void>; readonly size?: 'small' }

const CopyButton = ({ label, done, copy, size }: CopyButtonProps) => {
  const { t } = useTranslation()
  return (
    <Button
      {...(size !== undefined && { size })}
      icon={done ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
      aria-label={t(done ? 'common.security.copyAgain' : 'common.security.copyNamed', { label })}
      onClick={() => void copy()}
    >
      <TranslatedText name={done ? 'common.security.copied' : 'common.security.copy'} />
    </Button>
  )
}

/** A text to take along, with a button that copies it, or marks it where the browser lets only people copy. */
export const Copied = (props: CopiedProps) => {
  const { label, text } = props
  const { id, area, done, note, copy } = useCopying(props)
  return (
    <div ref={area} className={styles['copied']}>
      <div className={styles['head']}>
        <label htmlFor={id}>{label}</label>
        <CopyButton label={label} done={done} copy={copy} size="small" />
      </div>
      <Input.TextArea id={id} readOnly autoSize spellCheck={false} className={styles['text'] ?? ''} value={text} onCopy={note} />
    </div>
  )
}

/** The same on one line, among others beneath each other. */
export const CopiedLine = (props: CopiedProps) => {
  const { label, text } = props
  const { id, area, done, note, copy } = useCopying(props)
  return (
    <div ref={area} className={styles['line']}>
      <label htmlFor={id}>{label}</label>
      <Input id={id} readOnly spellCheck={false} className={styles['text'] ?? ''} value={text} onCopy={note} />
      <CopyButton label={label} done={done} copy={copy} />
    </div>
  )
}
