import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import type { Endpoint } from '@mimamori/contract/endpoint'
import { Button } from 'antd'
import { useState } from 'react'
import { showFailure } from './dialogs.ts'
import { fetchFile, type FileSource } from './fetch-file.ts'
import styles from './print-button.module.css'

type Props<E extends Endpoint> = Omit<FileSource<E>, 'fileName'> & {
  /** What the button says, where it is not 印刷 alone. */
  readonly label?: string
  readonly disabled?: boolean
}

/** Opens a PDF in a window of its own, to be printed from there: on paper it has one form. */
export const PrintButton = <E extends Endpoint>({ label = '印刷', disabled = false, endpoint, input }: Props<E>) => {
  const [busy, setBusy] = useState(false)

  const open = async () => {
    // At the press itself: a window that opens later is blocked by the browser.
    const sheet = window.open('')
    setBusy(true)
    try {
      const { content } = await fetchFile<E>({ endpoint, input, fileName: '' })
      const url = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
      if (sheet === null) window.location.assign(url)
      else sheet.location.replace(url)
    } catch (error) {
      sheet?.close()
      void showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      className={styles['print'] ?? ''}
      icon={<PrinterOutlined aria-hidden />}
      disabled={disabled}
      loading={busy}
      onClick={() => void open()}
    >
      {label}
    </Button>
  )
}
