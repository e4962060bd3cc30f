import { duty } from '@mimamori/contract/duty'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { fetchFile } from '../kit/fetch-file.ts'
import { saveFile } from '../platform/save-file.ts'

type Props = { readonly officeId: number; readonly kind: 'inspection' | 'poster'; readonly icon: ReactNode; readonly children: ReactNode }

/** Opens the sheet to pin up in a window of its own, to be printed from there; saves the one for an inspection as a file. */
export const PaperButton = ({ officeId, kind, icon, children }: Props) => {
  const [busy, setBusy] = useState(false)
  const open = async () => {
    // At the press itself: a window that opens later is blocked by the browser.
    const sheet = kind === 'poster' ? window.open('') : null
    setBusy(true)
    try {
      const source = { endpoint: duty.paper, input: { params: { officeId }, query: { kind } }, fileName: '体制と周知.pdf' }
      const { name, content } = await fetchFile(source)
      if (sheet === null) saveFile(name, content)
      else sheet.location.replace(URL.createObjectURL(new Blob([content], { type: 'application/pdf' })))
    } catch (error) {
      sheet?.close()
      void showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={icon} loading={busy} onClick={() => void open()}>
      {children}
    </Button>
  )
}
