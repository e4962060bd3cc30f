import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import type { Endpoint } from '@mimamori/contract/endpoint'
import { message } from '@mimamori/contract/messages'
import { Button } from 'antd'
import { useState } from 'react'
import { isHeaderOnly, saveFile } from '../platform/save-file.ts'
import { showFailure } from './dialogs.ts'
import { fetchFile, type FileSource } from './fetch-file.ts'
import { notify } from './notify.ts'

const megabyte = 1_000_000

type DownloadButtonProps<E extends Endpoint> = FileSource<E> & {
  /** What the button says, where several kinds of file can be had: CSV, PDF. */
  readonly label?: string
  readonly size?: 'small'
  /** Off where there is nothing to hand over yet; the screen says beside it what is missing. */
  readonly disabled?: boolean
  /** Continues once the file was handed over. */
  readonly onSaved?: () => void
}

/** Hands a list to the browser as a file, and says how much of a long one has come, and where there is nothing to hand over. */
export const DownloadButton = <E extends Endpoint>({
  label = 'ダウンロード',
  disabled = false,
  size,
  onSaved,
  ...source
}: DownloadButtonProps<E>) => {
  const [busy, setBusy] = useState(false)
  const [megabytes, setMegabytes] = useState(0)

  const download = async () => {
    setBusy(true)
    try {
      const { name, content } = await fetchFile<E>(source, (received) => setMegabytes(Math.floor(received / megabyte)))
      if (name.endsWith('.csv') && (await isHeaderOnly(content))) return notify.failure(message('E005'))
      saveFile(name, content)
      notify.success(message('C005'))
      onSaved?.()
    } catch (error) {
      void showFailure(error)
    } finally {
      setBusy(false)
      setMegabytes(0)
    }
  }

  return (
    <Button
      {...(size !== undefined && { size })}
      icon={<DownloadOutlined aria-hidden="true" />}
      disabled={disabled}
      loading={busy}
      onClick={() => void download()}
    >
      {megabytes > 0 ? `ダウンロード中 ${megabytes} MB` : label}
    </Button>
  )
}
