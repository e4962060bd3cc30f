import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { safetySummary } from '@mimamori/contract/safety-summary'
import { Button } from 'antd'
import { useState } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { fetchFile } from '../kit/fetch-file.ts'

type Props = { readonly officeId: number; readonly month: string; readonly disabled: boolean }

/** Opens the month's one sheet in a window of its own, to be printed from there: on paper the month has one form. */
export const PrintButton = ({ officeId, month, disabled }: Props) => {
  const [busy, setBusy] = useState(false)

  const open = async () => {
    // At the press itself: a window that opens later is blocked by the browser.
    const sheet = window.open('')
    setBusy(true)
    try {
      const { content } = await fetchFile({ endpoint: safetySummary.download, input: { query: { officeId, month } }, fileName: '' })
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
    <Button icon={<PrinterOutlined aria-hidden />} disabled={disabled} loading={busy} onClick={() => void open()}>
      印刷
    </Button>
  )
}
