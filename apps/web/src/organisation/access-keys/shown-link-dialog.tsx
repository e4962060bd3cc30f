import type { MadeOfficeLink } from '@mimamori/contract/office-link'
import type { ReactNode } from 'react'
import { Copied } from '../panels/copied.tsx'
import { ShownOnceDialog } from '../panels/shown-once-dialog.tsx'
import { useShownOnce } from '../panels/shown-once.ts'

type Props = {
  readonly made: MadeOfficeLink
  readonly address: string
  /** What to do with it. */
  readonly use: string
  /** What can be chosen before it is copied. */
  readonly choice?: ReactNode
  readonly note?: ReactNode
  readonly onClose: () => void
}

/** The address of a new link, this once. */
export const ShownLinkDialog = ({ made, address, use, choice, note, onClose }: Props) => {
  const body = `「${made.name}」のリンクは、もう一度表示できません。コピーせずに閉じると、リンクを作り直すことになります。`
  const { keep, close } = useShownOnce(() => ({ body, verb: 'コピーせずに閉じる' }), onClose)
  return (
    <ShownOnceDialog
      width={640}
      title={`リンク「${made.name}」を作りました`}
      close={close}
      once={
        <>
          <strong>リンクが表示されるのは、いまだけです。</strong> {use}
        </>
      }
    >
      {choice}
      <Copied label="リンク" text={address} onCopied={keep} />
      {note}
    </ShownOnceDialog>
  )
}
